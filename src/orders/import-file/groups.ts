import { isUuid, plainText, type Steps } from '../../base/index.ts';
import type { Reading, Row } from '../../imports/index.ts';
import type { Field } from './columns.ts';
import { compareRows, type Group } from './read-order.ts';

/** The maximum number of items of one order. `checkDraft` refuses more. */
const MAX_ITEMS = 100;
const sha256 = (text: string): Bun.CryptoHasher => new Bun.CryptoHasher('sha256').update(text);

interface OpenGroup {
  readonly name: string;
  readonly first: Row;
  readonly rows: Row[];
  /**
   * The hash of all cells of the order. Each row is added separately: the JSON of a hundred rows could be 40 MB, and
   * other requests would wait for it. The hash is stored with the order and compared in later imports. So the hash of
   * the same cells must never change.
   */
  readonly hasher: Bun.CryptoHasher;
  hasDiffering: boolean;
}

/**
 * Joins adjacent rows with the same repeat key or order number into orders. A later import recognizes each order by its
 * key, or else its number. Without either, it uses the row's content and the number of equal rows before it.
 */
export function createGroups(reading: Reading<Field>, done: (group: Group) => Steps<void>) {
  const { mapping, problems } = reading;
  const [keyColumn, numColumn] = [mapping.indexOf('key'), mapping.indexOf('num')];
  const seen = new Map<string, number>();
  let open: OpenGroup | undefined;
  const nameOf = ({ cells }: Row): string | undefined => {
    const [key, num] = [keyColumn, numColumn].map((column) => plainText(cells[column] ?? '').trim());
    if (key !== undefined && key !== '') return `key:${key}`;
    return num === undefined || num === '' ? undefined : `num:${num}`;
  };
  const begin = (name: string, row: Row, json = JSON.stringify(row.cells)): void => {
    open = { name, first: row, rows: [row], hasher: sha256('[').update(json), hasDiffering: false };
  };
  function* end(): Steps<void> {
    if (open === undefined) return;
    const { name, rows, hasher, hasDiffering } = open;
    open = undefined;
    const id = name.startsWith('key:') && isUuid(name.slice(4)) ? name.slice(4).toLowerCase() : undefined;
    yield* done({ rows, hasDiffering, repeatKey: name, fingerprint: hasher.update(']').digest(), id });
  }
  const join = (group: OpenGroup, row: Row): void => {
    group.rows.push(row);
    group.hasher.update(',').update(JSON.stringify(row.cells));
    if (compareRows(reading, group.first, row)) group.hasDiffering = true;
  };
  function* byContent(row: Row): Steps<void> {
    const json = JSON.stringify(row.cells);
    const content = `row:${sha256(json).digest('hex')}`;
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    begin(`${content}:${nth}`, row, json);
    yield* end();
  }
  return {
    *take(row: Row): Steps<void> {
      const name = nameOf(row);
      if (name !== undefined && name === open?.name) {
        // One extra item is enough to refuse the order, so further items are dropped. A hundred thousand items would
        // delay everybody.
        if (open.rows.length <= MAX_ITEMS) join(open, row);
        return;
      }
      yield* end();
      if (name === undefined) {
        yield* byContent(row);
        return;
      }
      const earlier = seen.get(name);
      if (earlier !== undefined) {
        const column = name.startsWith('key:') ? keyColumn : numColumn;
        problems.add(row.line, column, 'key_again', row.cells[column], String(earlier));
      }
      seen.set(name, row.line);
      begin(name, row);
    },
    end,
  };
}
