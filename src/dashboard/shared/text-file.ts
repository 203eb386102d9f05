/** What every workbook of a spreadsheet begins with: it is a zip archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/**
 * How a file of text says that it is written. `unmarked` is UTF-8, or Windows-1251 where it is no UTF-8.
 *
 * @returns undefined for a workbook, a picture and whatever else is no text: no text has a byte of nought, but for UTF-16
 */
export function markOf(bytes: Uint8Array): keyof typeof UTF16_MARKS | 'unmarked' | undefined {
  if (startsWith(bytes, ZIP)) return undefined;
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    if (startsWith(bytes, UTF16_MARKS[encoding])) return encoding;
  }
  return bytes.includes(0) ? undefined : 'unmarked';
}
