import { bytes } from '../../ui/bytes.ts';
import { count, day } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { pageWords } from '../../words/settings-pages.ts';

interface Kind {
  readonly kind: string;
  readonly rows: number;
  readonly bytes: number;
  readonly bytesAMonth: number | null;
}

interface SizesFacts {
  readonly sizes: { readonly measuredAt: string; readonly kinds: readonly Kind[] } | null;
}

/** The limits of unused space. If both are exceeded, rewriting the database file is worth the time. */
const MUCH_UNUSED_BYTES = 64 * 1024 * 1024;
const MUCH_UNUSED_SHARE = 0.25;

/** Formats the change of a size: a dash for no growth, otherwise the size with its sign. */
function grown(size: number | null): string {
  if (size === null || size === 0) return '–';
  return `${size < 0 ? '−' : '+'}${bytes(Math.abs(size))}`;
}

/** Shows the sizes of the parts of the database file, and how the file grows. */
export function SizesSection({ sizes }: SizesFacts) {
  const w = pageWords.value.retention;
  const names: Readonly<Record<string, string>> = w.kinds;
  const all = sizes?.kinds.reduce((sum, kind) => sum + kind.bytes, 0) ?? 0;
  const unused = sizes?.kinds.find(({ kind }) => kind === 'free')?.bytes ?? 0;
  return (
    <section aria-labelledby="sizes-title">
      <h2 id="sizes-title">{w.sizes}</h2>
      <p class="lead">{sizes === null ? w.notMeasured : w.measured(day(sizes.measuredAt.slice(0, 10)))}</p>
      {sizes !== null && (
        <Table
          label={w.sizesTable}
          class="settings-sizes"
          rows={sizes.kinds.toSorted((a, b) => Number(a.kind === 'rest') - Number(b.kind === 'rest'))}
          columns={[
            { head: w.kind, isName: true, cell: ({ kind }) => names[kind] ?? kind },
            { head: w.rows, class: 'number', cell: ({ rows }) => (rows === 0 ? '–' : count(rows)) },
            { head: w.size, class: 'number', cell: (kind) => bytes(kind.bytes) },
            { head: w.growth, class: 'number', cell: ({ bytesAMonth }) => grown(bytesAMonth) },
          ]}
        />
      )}
      {unused > MUCH_UNUSED_BYTES && unused > all * MUCH_UNUSED_SHARE && <p class="note">{w.compact}</p>}
    </section>
  );
}
