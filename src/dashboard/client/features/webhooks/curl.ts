/** Quotes a text for a shell. Within single quotes, only the quote itself has a special meaning. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns a curl command for the request. It needs `--data-raw`, because curl reads a file if plain data begins with @.
 */
export function curlOf({ url, headers, body }: SignedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${quoted(url)}`, ...lines, `  --data-raw ${quoted(body)}`].join(' \\\n');
}
