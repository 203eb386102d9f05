import { SaxesParser } from 'saxes';

/** Handlers for the parts of an XML text; names have no prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const MAX_DEPTH = 64;
/**
 * The longest tag or text. The parser keeps it whole in memory, and handles a tag with all its attributes in one step.
 */
const MAX_PIECE_CHARS = 262_144;
/** A tag may have this many attributes; spreadsheets write far fewer. Thousands would block the server for 100 ms. */
const MAX_ATTRIBUTES = 200;

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML chunk by chunk, and yields after each chunk. The parser ignores entities that a document defines, so they
 * cannot expand.
 * @throws Error if the text is not XML, nests too deeply, or has a piece that is too long
 */
export async function* xmlSteps(chunks: AsyncIterable<Uint8Array>, on: XmlHandler): AsyncGenerator<void, void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let [depth, since, attributesOfTag] = [0, 0, 0];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('attribute', () => {
    attributesOfTag += 1;
    if (attributesOfTag > MAX_ATTRIBUTES) throw new Error('a tag with too many attributes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    [depth, since, attributesOfTag] = [depth + 1, 0, 0];
    if (depth > MAX_DEPTH) throw new Error('nested too deeply');
    const entries = Object.entries(attributes).map(([key, value]) => [bare(key), value]);
    on.open(bare(name), Object.fromEntries(entries));
  });
  parser.on('closetag', ({ name }) => {
    [depth, since] = [depth - 1, 0];
    on.close?.(bare(name));
  });
  parser.on('text', (text) => {
    since = 0;
    on.text?.(text);
  });
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    since += text.length;
    parser.write(text);
    if (since > MAX_PIECE_CHARS) throw new Error('goes on without end');
    yield;
  }
  parser.close();
}
