/** A number as its sender wrote it, with digits that a double would lose. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/**
 * Parses JSON like JSON.parse. A number that a double would round keeps its text, if the browser provides that text.
 */
export function readExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && String(value) !== source
      ? new ExactNumber(source)
      : value;
  });
}

const INDENT = '  ';
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g;

/** Indents a JSON text without parsing it, so that texts and numbers stay as they were written. */
export function layOut(text: string): string {
  let depth = 0;
  const line = (): string => `\n${INDENT.repeat(depth)}`;
  return text.replaceAll(TOKENS, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return token + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        return token.startsWith('"') ? token : token.replaceAll(/\s/g, '');
    }
  });
}
