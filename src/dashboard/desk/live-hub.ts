export interface Reader {
  readonly sessionSeq: number;
  readonly personSeq: number;
  readonly workspaceSeq: number;
  /** True if the reader may see only orders. The hub then sends no hints except `orders` and `settings`. */
  readonly ordersOnly: boolean;
  /**
   * Returns true if the reader may still get hints about changes. It is called at every keep-alive comment of the
   * stream, and before a hint if rights may have changed. If it returns false, the stream ends.
   */
  readonly allowed: () => boolean;
  /** Called when the stream has ended, for whatever reason. Unread data may still keep its connection open. */
  readonly over: () => void;
}

export interface LiveHub {
  /**
   * Opens a stream of Server-Sent Events (WHATWG HTML, section 9.2) for one page. An event tells the page which kind of
   * data changed.
   * @returns undefined if too many pages listen
   */
  open(reader: Reader): ReadableStream<Uint8Array> | undefined;
  size(): number;
  close(): void;
}
