/** In single quotes, only the quote itself means anything to a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a line for a shell; `--data-raw`, because curl reads a file where plain data begins with @. */
export function curlOf({
  url,
  headers,
  body,
}: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${quoted(url)}`, ...lines, `  --data-raw ${quoted(body)}`].join(' \\\n');
}
