/** The maximum number of bytes that are read of any body; further bytes are not awaited (contract, section 5). */
const BODY_BYTES = 64 * 1024;
/**
 * The maximum number of bytes that are read in all (contract, section 5). They include the head, early answers, chunk
 * extensions and trailers.
 */
const ALL_BYTES = 128 * 1024;

/**
 * The limit on chunks in a body. At the limit, the reader stops and keeps what it has read. Without a limit, an answer
 * of 128 KiB could have 21,800 chunks of one byte each. Reading them would take 40 ms.
 */
const CHUNKS = 256;
/**
 * The number of network reads that every answer may take. Each 256 bytes of the answer allow one more. The limit stops
 * servers that send tiny pieces.
 */
const PIECES = 256;
const BYTES_OF_A_PIECE = 256;

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const STARTS_WITH = 'HTTP/1.';
/**
 * The head according to RFC 9112, sections 4 and 5, without folded lines: a status, then fields whose names are tokens.
 */
const HEAD =
  /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/;
/** The matched values keep their blanks, because a pattern that excludes trailing blanks would take quadratic time. */
const LENGTH = /\r\ncontent-length:([^\r\n]*)/gi;
const CODING = /\r\ntransfer-encoding:([^\r\n]*)/gi;
const BLANK = /^[ \t]*$/;
const NUMBER = /^[ \t]*\d{1,15}[ \t]*$/;
const CHUNKED = /(?:^|,)[ \t]*chunked[ \t]*$/i;
const CLOSES = /\r\nconnection:[^\r\n]*\bclose\b/i;
/** Eight hexadecimal digits are enough for a chunk's size, because larger chunks are far beyond what is ever read. */
const CHUNK_SIZE = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i;

type FailureCode =
  | 'BadAnswer'
  | 'UpgradeUnasked'
  | 'ResponseTooLong'
  | 'HandshakeTooLong'
  | 'Aborted'
  | 'ConnectionClosed';

/** An error that ends an exchange with a server. The failure reason to record is derived from its code. */
export class ExchangeError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

const NOTHING = Buffer.alloc(0);

type Stage = 'head' | 'body' | 'body to the end' | 'chunk size' | 'chunk' | 'chunk end' | 'trailer' | 'over';

/**
 * Reads one answer from a connection (RFC 9112), stricter than a browser. It refuses two Content-Length headers, a
 * length with a transfer coding, bare line feeds and a protocol switch.
 */
export class AnswerReader {
  /** The status; null until the head of the answer has arrived. */
  status: number | null = null;
  readonly #mostKept: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #chunks = 0;
  #stage: Stage = 'head';
  #rest: Buffer = NOTHING;
  /** The index in `#rest` from which the search for a mark continues. */
  #from = 0;
  /** The remaining bytes of the body or of its current chunk. */
  #left = 0;
  #bodyBytes = 0;
  #allBytes = 0;
  #pieces = 0;
  #persists = false;

  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  get body(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  get isOver(): boolean {
    return this.#stage === 'over';
  }

  get hasBegun(): boolean {
    return this.#allBytes > 0;
  }

  /** True if the connection can be used for the next request: the server keeps it open and has sent nothing else. */
  get persists(): boolean {
    return this.isOver && this.#persists && this.#rest.length === 0;
  }

  /** @throws ExchangeError if the bytes are not an answer, or the answer is too long */
  read(bytes: Buffer): void {
    this.#allBytes += bytes.length;
    this.#pieces += 1;
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#step()) {
      // The loop needs no body, because each step consumes a part of `#rest`.
    }
    if (this.isOver) return;
    const isDribble = this.#pieces > PIECES + this.#allBytes / BYTES_OF_A_PIECE;
    if (isDribble && this.status !== null && this.#stage !== 'trailer') this.#breakOff();
    else if (isDribble || this.#allBytes > ALL_BYTES) throw new ExchangeError('ResponseTooLong');
  }

  /** Ends the answer because the server has closed the connection. @throws ExchangeError if the answer is incomplete */
  end(): void {
    if (this.#stage === 'body to the end') this.#stage = 'over';
    if (!this.isOver) throw new ExchangeError('ConnectionClosed');
  }

  #step(): boolean {
    switch (this.#stage) {
      case 'head':
        return this.#readHead();
      case 'body':
      case 'body to the end':
      case 'chunk':
        return this.#readBody();
      case 'chunk size':
        return this.#readChunkSize();
      case 'chunk end':
        return this.#readChunkEnd();
      case 'trailer':
        return this.#readTrailer();
      case 'over':
        return false;
    }
  }

  #readHead(): boolean {
    const head = this.#upTo(HEAD_END);
    if (head === undefined) {
      const start = this.#rest.toString('latin1', 0, STARTS_WITH.length);
      if (!STARTS_WITH.startsWith(start) || this.#rest.includes('\n\n')) throw new ExchangeError('BadAnswer');
      return false;
    }
    const lines = `${head}${LINE_END}`;
    const [, version, code] = HEAD.exec(lines) ?? [];
    if (code === undefined) throw new ExchangeError('BadAnswer');
    const status = Number(code);
    if (status === 101) throw new ExchangeError('UpgradeUnasked');
    if (status < 200) return true;
    this.#frameBody(status, lines);
    this.status = status;
    this.#persists = version === '1' && this.#stage !== 'body to the end' && !CLOSES.test(lines);
    return true;
  }

  /** Determines how the body ends (RFC 9112, section 6.3). */
  #frameBody(status: number, lines: string): void {
    const lengths = valuesOf(LENGTH, lines);
    const coding = valuesOf(CODING, lines).join(',');
    const [length] = lengths;
    if (lengths.length > 1 || (length !== undefined && !(BLANK.test(coding) && NUMBER.test(length)))) {
      throw new ExchangeError('BadAnswer');
    }
    if (status === 204 || status === 304) this.#stage = 'over';
    else if (CHUNKED.test(coding)) this.#stage = 'chunk size';
    else if (length === undefined) this.#stage = 'body to the end';
    else this.#expect('body', Number(length));
  }

  #readBody(): boolean {
    // Most answers arrive whole. Their bytes are used as they are, which saves a call of `subarray`.
    const isAll = this.#stage === 'body to the end' || this.#rest.length <= this.#left;
    const some = isAll ? this.#rest : this.#rest.subarray(0, this.#left);
    if (some.length === 0) return false;
    this.#rest = isAll ? NOTHING : this.#rest.subarray(some.length);
    this.#left -= some.length;
    this.#keep(some);
    this.#bodyBytes += some.length;
    if (this.#bodyBytes >= BODY_BYTES) {
      if (this.#stage !== 'body' || this.#left > 0) return this.#breakOff();
      this.#stage = 'over';
    } else if (this.#left === 0 && this.#stage !== 'body to the end') {
      this.#stage = this.#stage === 'body' ? 'over' : 'chunk end';
    }
    return true;
  }

  #keep(some: Buffer): void {
    const room = this.#mostKept - this.#keptBytes;
    if (room === 0) return;
    const kept = some.length <= room ? some : some.subarray(0, room);
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #breakOff(): boolean {
    this.#persists = false;
    this.#stage = 'over';
    return false;
  }

  #readChunkSize(): boolean {
    const line = this.#upTo(LINE_END);
    if (line === undefined) return false;
    const [, digits] = CHUNK_SIZE.exec(line) ?? [];
    if (digits === undefined) throw new ExchangeError('BadAnswer');
    const size = Number.parseInt(digits, 16);
    if (size > 0 && this.#chunks === CHUNKS) return this.#breakOff();
    this.#chunks += 1;
    if (size === 0) this.#stage = 'trailer';
    else this.#expect('chunk', size);
    return true;
  }

  #readChunkEnd(): boolean {
    const end = this.#rest.toString('latin1', 0, LINE_END.length);
    if (!LINE_END.startsWith(end)) throw new ExchangeError('BadAnswer');
    if (end !== LINE_END) return false;
    this.#rest = this.#rest.subarray(LINE_END.length);
    this.#stage = 'chunk size';
    return true;
  }

  #readTrailer(): boolean {
    const line = this.#upTo(LINE_END);
    if (line === '') this.#stage = 'over';
    return line !== undefined;
  }

  #expect(stage: 'body' | 'chunk', bytes: number): void {
    this.#left = bytes;
    this.#stage = bytes === 0 ? 'over' : stage;
  }

  /** Removes and returns the bytes before a mark, and removes the mark too. Undefined if the mark has not arrived. */
  #upTo(mark: string): string | undefined {
    const at = this.#rest.indexOf(mark, this.#from, 'latin1');
    if (at === -1) {
      // The received bytes may end with a part of the mark. The bytes before that part are not searched again.
      this.#from = Math.max(0, this.#rest.length - mark.length + 1);
      return undefined;
    }
    const text = this.#rest.toString('latin1', 0, at);
    this.#rest = this.#rest.subarray(at + mark.length);
    this.#from = 0;
    return text;
  }
}

/** An iterator over the matches would cost a delivery another microsecond. */
function valuesOf(field: RegExp, lines: string): string[] {
  const values: string[] = [];
  field.lastIndex = 0;
  for (let found = field.exec(lines); found !== null; found = field.exec(lines)) values.push(found[1] ?? '');
  return values;
}
