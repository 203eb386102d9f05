import { JSON_MEDIA } from '../api-document.ts';
import { BASE, type Call, Variable } from './call.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a JSON body for a shell. Each `Variable` is outside the single quotes, so the shell inserts its value. */
function dataOf(body: object): string {
  const values = Object.values(body).filter((one) => one instanceof Variable);
  const mark = ({ name }: Variable): string => `\u0000${name}\u0000`;
  const text = JSON.stringify(body, (_, value) => (value instanceof Variable ? mark(value) : value), 2);
  const marked = (one: Variable): string => JSON.stringify(mark(one)).slice(1, -1);
  return values.reduce((data, one) => data.replace(marked(one), `'"$${one.name}"'`), quoted(text));
}

/**
 * Writes the call as a shell command. Environment variables hold the key and the ids, so that no command contains a
 * key.
 */
export function curlOf({ method, path, headers, body }: Call): string {
  const address = path.map((part) => (typeof part === 'string' ? part : `$${part.name}`)).join('');
  const words = [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} "${BASE}${address}"`,
    '-H "Authorization: Bearer $DOCKET_KEY"',
    ...headers.map(([name, value]) => `-H "${name}: $${value.name}"`),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${JSON_MEDIA}'`, `-d ${dataOf(body)}`]),
  ];
  return words.join(' \\\n  ');
}
