export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1251';

export interface DecodedFile {
  readonly text: string;
  readonly encoding: Encoding;
}

/** What every workbook of a spreadsheet begins with: it is a zip archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF16_MARK = [0xff, 0xfe];

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** UTF-8 where it is such, else what Russian spreadsheets write. @returns undefined for a workbook, which is no text */
export function decodeFile(bytes: Uint8Array): DecodedFile | undefined {
  if (startsWith(bytes, ZIP)) return undefined;
  if (startsWith(bytes, UTF16_MARK)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'windows-1251' };
  }
}
