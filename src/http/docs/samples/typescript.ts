import { JSON_MEDIA } from '../api-document.ts';
import { BASE, type Call, variablesOf } from './call.ts';
import { type Notation, written } from './written.ts';

const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const key = (name: string): string => `${/^[A-Za-z_]\w*$/.test(name) ? name : text(name)}: `;
const NOTATION: Notation = {
  text,
  key,
  variable: (name) => name,
  words: { true: 'true', false: 'false', null: 'null' },
  object: ['{', '}'],
  empty: '{}',
  step: '  ',
};

export function typescriptOf(call: Call): string {
  const { method, path, headers, body } = call;
  const address = path.map((part) => (typeof part === 'string' ? part : `\${${part.name}}`)).join('');
  const variables = ['DOCKET_KEY', ...variablesOf(call).map((name) => `${name} = ''`)];
  const quote = address.includes('${') ? '`' : "'";
  return `const { ${variables.join(', ')} } = process.env;

const response = await fetch(${quote}${BASE}${address}${quote}, {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: {
    Authorization: \`Bearer \${DOCKET_KEY}\`,
${headers.map(([name, value]) => `    ${key(name)}${value.name},\n`).join('')}${body === undefined ? '' : `    'Content-Type': '${JSON_MEDIA}',\n`}  },
${body === undefined ? '' : `  body: JSON.stringify(${written(body, NOTATION, '  ')}),\n`}});
// A refused call is answered with a body too, so the body is read in both cases.
const answer = (await response.json()) as { ok: boolean; code: string; message?: string; data?: unknown };
if (!answer.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
console.log(JSON.stringify(answer.data, null, 2));
`;
}
