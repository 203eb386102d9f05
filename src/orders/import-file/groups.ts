import { isUuid, plainText } from '../../base/index.ts';
import type { Reading, Row } from '../../imports/index.ts';
import type { Field } from './columns.ts';
import type { Group } from './read-order.ts';

/** The most items of one order. `checkDraft` refuses more. */
const MAX_ITEMS = 100;
const sha256 = (text: string): Uint8Array => new Bun.CryptoHasher('sha256').update(text).digest();

/**
 * Joins adjacent rows with the same repeat key or order number into orders. A later import recognizes each order by its
 * repeat key, or else by its number. Without either, it uses the content of the row and the number of equal rows before
 * it.
 */
export function createGroups({ mapping, problems }: Reading<Field>, done: (group: Group) => void) {
  const [keyColumn, numColumn] = [mapping.indexOf('key'), mapping.indexOf('num')];
  const seen = new Map<string, number>();
  let open: { readonly name: string; readonly rows: Row[] } | undefined;
  const nameOf = ({ cells }: Row): string | undefined => {
    const [key, num] = [keyColumn, numColumn].map((column) => plainText(cells[column] ?? '').trim());
    if (key !== undefined && key !== '') return `key:${key}`;
    return num === undefined || num === '' ? undefined : `num:${num}`;
  };
  const end = (): void => {
    if (open === undefined) return;
    const { name, rows } = open;
    open = undefined;
    const id = name.startsWith('key:') && isUuid(name.slice(4)) ? name.slice(4).toLowerCase() : undefined;
    done({ rows, repeatKey: name, fingerprint: sha256(JSON.stringify(rows.map(({ cells }) => cells))), id });
  };
  const byContent = (row: Row): void => {
    const content = `row:${sha256(JSON.stringify(row.cells)).toHex()}`;
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    open = { name: `${content}:${nth}`, rows: [row] };
    end();
  };
  return {
    take(row: Row): void {
      const name = nameOf(row);
      if (name !== undefined && name === open?.name) {
        // One extra item is enough to refuse the order, so further items are dropped. A hundred thousand items would
        // delay everybody.
        if (open.rows.length <= MAX_ITEMS) open.rows.push(row);
        return;
      }
      end();
      if (name === undefined) {
        byContent(row);
        return;
      }
      const earlier = seen.get(name);
      if (earlier !== undefined) {
        const column = name.startsWith('key:') ? keyColumn : numColumn;
        problems.add(row.line, column, 'key_again', row.cells[column], String(earlier));
      }
      seen.set(name, row.line);
      open = { name, rows: [row] };
    },
    end,
  };
}
