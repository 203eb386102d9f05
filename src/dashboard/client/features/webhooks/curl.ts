/** Within single quotes, only the quote itself has a meaning for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `--data-raw` is needed, because curl reads a file if plain data begins with @. */
export function curlOf({ url, headers, body }: SignedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${quoted(url)}`, ...lines, `  --data-raw ${quoted(body)}`].join(' \\\n');
}
