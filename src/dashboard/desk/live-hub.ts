/** The reader of a page. */
export interface Reader {
  readonly sessionSeq: number;
  readonly personSeq: number;
  readonly workspaceSeq: number;
  /** Hears of orders and settings alone, for the reader may see nothing else. */
  readonly ordersOnly: boolean;
  /** Asked at every comment, and before a hint where rights may have changed; a stream whose person was signed out ends. */
  readonly allowed: () => boolean;
  /** When the stream is over, no matter who ended it: what was not read yet may be in the way of its connection's end. */
  readonly over: () => void;
}

export interface LiveHub {
  /** Hints for one page as Server-Sent Events (WHATWG HTML, section 9.2). @returns undefined when too many are open */
  open(reader: Reader): ReadableStream<Uint8Array> | undefined;
  /** The number of pages that listen. */
  size(): number;
  close(): void;
}
