const SMALL = new Map([...'абвгдежзийклмнопрстуфхцчшщъыьэюя'].map((letter, at) => [letter, 0xe0 + at]));
const CAPITALS = 0x20;

/** A text in Windows-1251, as old Russian programs write it; letters other than а to я are unchanged. */
export function in1251(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => {
    const small = SMALL.get(sign.toLowerCase());
    if (small === undefined) return sign === '№' ? 0xb9 : sign.charCodeAt(0);
    return sign === sign.toLowerCase() ? small : small - CAPITALS;
  });
}
