import { JSON_MEDIA, type Placed } from './api-document.ts';

/** Stands for the address of the server, which the page puts in its place. */
export const BASE = 'https://docket.example.com';

/** A word of a POSIX shell that stands for itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a parameter is called where a reader puts a value of theirs. */
const place = (name: string): string => `$${name.replaceAll(/[^A-Za-z]/g, '_').toUpperCase()}`;

/** The body, with the id of the reader's own order in place of the example's. */
function dataOf(example: object): string {
  const { id } = example as { readonly id?: unknown };
  const text = quoted(JSON.stringify(example, null, 2));
  return typeof id === 'string' ? text.replace(id, `'"${place('id')}"'`) : text;
}

/** The call as a line for a shell. Key and ids come out of the environment, so that no key stands in a command. */
export function curlOf({ method, path, operation }: Placed): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place(name));
  const example = operation.requestBody?.content[JSON_MEDIA]?.example;
  const headers = operation.parameters?.filter((one) => one.in === 'header' && one.name === 'Idempotency-Key') ?? [];
  const words = [
    `curl -i${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${BASE}${address}"`,
    '-H "Authorization: Bearer $DOCKET_KEY"',
    ...headers.map(({ name }) => `-H "${name}: ${place(name)}"`),
    ...(example === undefined ? [] : [`-H 'Content-Type: ${JSON_MEDIA}'`, `-d ${dataOf(example)}`]),
  ];
  return words.join(' \\\n  ');
}
