import { JSON_MEDIA } from '../api-document.ts';
import { BASE, type Call } from './call.ts';
import { type Notation, written } from './written.ts';

/** Quotes a text; a JSON string is also a Python string. */
const text = (value: string): string => JSON.stringify(value);
const NOTATION: Notation = {
  text,
  key: (name) => `${text(name)}: `,
  variable: (name) => `os.environ[${text(name)}]`,
  words: { true: 'True', false: 'False', null: 'None' },
  object: ['{', '}'],
  empty: '{}',
  step: '    ',
};

export function pythonOf({ method, path, headers, body }: Call): string {
  const parts = path.map((part) => (typeof part === 'string' ? part : `{os.environ['${part.name}']}`)).join('');
  const address = `${parts.includes('{') ? 'f' : ''}"${BASE}${parts}"`;
  return `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    ${address},
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['DOCKET_KEY']}",
${headers.map(([name, value]) => `        ${text(name)}: ${NOTATION.variable(value.name)},\n`).join('')}${body === undefined ? '' : `        "Content-Type": "${JSON_MEDIA}",\n`}    },
${body === undefined ? '' : `    data=json.dumps(${written(body, NOTATION, '    ')}).encode(),\n`})
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    answer = json.load(error)  # a refusal has a body too
if not answer["ok"]:
    raise SystemExit(f"{answer['code']}: {answer['message']}")
print(json.dumps(answer["data"], indent=2))
`;
}
