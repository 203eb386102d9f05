export interface PictureHead {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

const latin = (bytes: DataView, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => String.fromCharCode(bytes.getUint8(from + at))).join('');

/**
 * Reads the type and size of a picture from its bytes, whatever its file name. Undefined for any other file, such as an
 * SVG, which may run scripts. Server and browser share this code.
 */
export function readPictureHead({ buffer, byteOffset, byteLength }: Uint8Array): PictureHead | undefined {
  const bytes = new DataView(buffer, byteOffset, byteLength);
  try {
    const head = pngHead(bytes) ?? jpegHead(bytes) ?? webpHead(bytes);
    return head !== undefined && head.width > 0 && head.height > 0 ? head : undefined;
  } catch (error) {
    // The file ended within its head.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG_HEAD = 8;
const CHUNK_HEAD = 8;
const CHUNK_SUM = 4;

/** The header is the first chunk (PNG, third edition, 11.2.1). */
function pngHead(bytes: DataView): PictureHead | undefined {
  if (latin(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || latin(bytes, 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.getUint32(16), height: bytes.getUint32(20) };
}

/** Returns true if the marker begins a frame, as most markers from 0xc0 to 0xcf do (ITU-T T.81, B.1.1.3). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns true for a marker without a length. Browsers skip its two bytes and read the frame after them. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Segments that may precede a frame, or be between scans: tables, restart intervals, application data, a comment. */
const isPassed = (marker: number): boolean =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/**
 * The maximum number of scans that a JPEG may have. Encoders write about ten. A file of 143 KB with 9,000 scans keeps a
 * browser's decoder busy for 16 s.
 */
const MAX_SCANS = 100;
const END = 0xd9;
const SCAN = 0xda;

/**
 * Counts a picture's scans. In a scan's data, 0xff begins a marker unless 0x00 follows (ITU-T T.81, B.1.1.5).
 * @returns infinity if a segment has an unexpected type, because browsers may find more scans inside it
 */
function countScans({ buffer, byteOffset, byteLength }: DataView, frame: number): number {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const behind = (at: number): number => at + 2 + (bytes[at + 2] ?? 0) * 0x1_00 + (bytes[at + 3] ?? 0);
  let scans = 0;
  for (let at = bytes.indexOf(0xff, behind(frame)); at !== -1; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? END;
    // Counting stops at the end of the picture, because phones append video clips after it.
    if (marker === END || scans > MAX_SCANS) return scans;
    if (marker === SCAN) scans += 1;
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || isAlone(marker)) at += 2;
    else if (marker === SCAN || isFrame(marker) || isPassed(marker)) at = behind(at);
    else return Number.POSITIVE_INFINITY;
  }
  return scans;
}

/** Steps over segments by their lengths, so a thumbnail inside one is skipped. */
function jpegHead(bytes: DataView): PictureHead | undefined {
  if (latin(bytes, 0, 3) !== '\xff\xd8\xff') return undefined;
  let at = 2;
  while (bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    if (isFrame(marker)) {
      if (countScans(bytes, at) > MAX_SCANS) return undefined;
      return { type: 'image/jpeg', width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
    }
    // A marker may be padded with bytes of 0xff.
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else if (isPassed(marker)) at += 2 + bytes.getUint16(at + 2);
    // Any other marker is refused, even 0xff00. A browser would search on and could find a frame of another size.
    else return undefined;
  }
  return undefined;
}

/** The first chunk has one of three types. Each type has the size in a different place (RFC 9649, section 2). */
function webpHead(bytes: DataView): PictureHead | undefined {
  if (latin(bytes, 0, 4) !== 'RIFF' || latin(bytes, 8, 12) !== 'WEBP') return undefined;
  const type = 'image/webp';
  const short = (at: number): number => bytes.getUint16(at, true);
  switch (latin(bytes, 12, 16)) {
    case 'VP8 ':
      return { type, width: short(26) & 0x3fff, height: short(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.getUint32(21, true);
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const long = (at: number): number => short(at) + bytes.getUint8(at + 2) * 0x1_00_00;
      return { type, width: long(24) + 1, height: long(27) + 1 };
    }
    default:
      return undefined;
  }
}

/**
 * Returns true if a picture moves, so that the caller can refuse it. A file of 200 KB can have hundreds of large
 * frames. Such a file keeps the browser busy on every page that shows it.
 */
export function isAnimated({ buffer, byteOffset, byteLength }: Uint8Array, { type }: PictureHead): boolean {
  const bytes = new DataView(buffer, byteOffset, byteLength);
  // The animation flag of the extended format (RFC 9649, 2.7).
  if (type === 'image/webp') return latin(bytes, 12, 16) === 'VP8X' && (bytes.getUint8(20) & 0x02) !== 0;
  if (type !== 'image/png') return false;
  // The chunk acTL marks an animation if it comes before the image data in IDAT (PNG, third edition, 11.3.6.1).
  for (let at = PNG_HEAD; at + CHUNK_HEAD <= byteLength; at += CHUNK_HEAD + CHUNK_SUM + bytes.getUint32(at)) {
    const chunk = latin(bytes, at + 4, at + CHUNK_HEAD);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}
