/** A source of random bytes. It is passed as an argument, so that a test can repeat a run. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
