/** Tables as spreadsheets of both languages open them: UTF-8 with BOM, semicolons, CRLF (RFC 4180 otherwise). */

/** A spreadsheet would run a text that begins so as a formula; the apostrophe makes it a text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[";\r\n]/;

export const BOM = '\uFEFF';

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;

/** A file to be kept, sent as it is made. @param name without an ending */
export function csvResponse(lines: AsyncGenerator<string>, name: string): Response {
  return new Response(streamOf(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
