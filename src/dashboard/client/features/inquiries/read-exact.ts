/** A number whose digits a double would not keep, as its sender wrote it. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** JSON.parse, but what a double rounds stays as it was written, where the browser says how that was. */
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

/** JSON with line breaks, every text and number as it was written; nothing is read, so nothing can change. */
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
