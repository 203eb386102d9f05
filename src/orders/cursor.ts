import { AppError } from '../base/index.ts';

/** Where a page ended: the sort value (milliseconds) of its last order and that order's seq. */
export interface Position {
  readonly at: number;
  readonly seq: number;
}

const CHECK_CHARS = 16;

/** Ties a position to the list that issued it: the workspace and the filters. Guards against mix-ups, not against forgers. */
function check(position: Position, list: string): string {
  const text = `${position.at}.${position.seq}.${list}`;
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, CHECK_CHARS);
}

export function encodeCursor(position: Position, list: string): string {
  const text = `${position.at}.${position.seq}.${check(position, list)}`;
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** @throws invalid_cursor unless encodeCursor made it for this very list */
export function decodeCursor(cursor: string, list: string): Position {
  const match = /^(-?\d{1,16})\.(\d{1,16})\.([0-9a-f]{16})$/.exec(decodeText(cursor));
  const position = { at: Number(match?.[1]), seq: Number(match?.[2]) };
  if (match === null || match[3] !== check(position, list)) {
    throw new AppError(
      'invalid_cursor',
      'cursor was not issued by this list with these filters. Start again without a cursor.',
    );
  }
  return position;
}

function decodeText(cursor: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }));
  } catch {
    return '';
  }
}
