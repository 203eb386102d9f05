/**
 * A text in Windows-1251, as older Russian programs write it.
 * @throws on a character other than ASCII, Russian letters, № and «»
 */
export const in1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
    const other = OTHERS.get(sign);
    if (other !== undefined) return other;
    if (code > 0x7f) throw new Error(`${sign} has no place here`);
    return code;
  });

const OTHERS = new Map([
  ['Ё', 0xa8],
  ['ё', 0xb8],
  ['№', 0xb9],
  ['«', 0xab],
  ['»', 0xbb],
]);
