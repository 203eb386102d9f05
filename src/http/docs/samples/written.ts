import { Variable } from './call.ts';

export interface Notation {
  readonly text: (text: string) => string;
  readonly key: (name: string) => string;
  readonly variable: (name: string) => string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly object: readonly [open: string, close: string];
  readonly empty: string;
  readonly step: string;
}

const MAX_CHARS = 72;

/**
 * Writes a JSON value in the language's notation, on one line if it fits.
 * @param indent the indentation of its first line
 */
export function written(value: unknown, notation: Notation, indent = ''): string {
  if (value instanceof Variable) return notation.variable(value.name);
  if (typeof value === 'string') return notation.text(value);
  if (value === null) return notation.words.null;
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (typeof value !== 'object') return String(value);
  const inner = indent + notation.step;
  if (Array.isArray(value)) {
    return enclosed(
      ['[', ']'],
      '[]',
      indent,
      notation,
      value.map((one) => written(one, notation, inner)),
    );
  }
  const members = Object.entries(value).map(([name, member]) => notation.key(name) + written(member, notation, inner));
  return enclosed(notation.object, notation.empty, indent, notation, members);
}

function enclosed(
  [open, close]: readonly [string, string],
  empty: string,
  indent: string,
  { step, object }: Notation,
  members: readonly string[],
): string {
  if (members.length === 0) return empty;
  const pad = open === '{' && object[0] === '{' && step.length === 2 ? ' ' : '';
  const line = `${open}${pad}${members.join(', ')}${pad}${close}`;
  if (indent !== '' && !line.includes('\n') && indent.length + line.length <= MAX_CHARS) return line;
  return `${open}\n${members.map((one) => `${indent}${step}${one},\n`).join('')}${indent}${close}`;
}
