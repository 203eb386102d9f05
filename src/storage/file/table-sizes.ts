import type { Database } from 'bun:sqlite';
import { logPauses, lookInto } from '../store/index.ts';

export interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

export const FREE_ROOM = 'free';

interface Tree {
  readonly name: string;
  readonly table: string;
}

interface Pages {
  readonly bytes: number | null;
  readonly cells: number | null;
  readonly leafCells: number | null;
}

/**
 * Measures every table while others may write. `pause` is called after each B-tree. Otherwise SQLite could not empty
 * the write-ahead log, and the log would grow. Measuring reads the whole file, so it must run in a thread, never in a
 * request.
 */
export const measureTables = (path: string, pause?: () => void): TableSize[] =>
  lookInto(path, (client) => [...tablesOf(client, pause ?? logPauses(client)), freeRoomOf(client)]);

function tablesOf(client: Database, pause: () => void): TableSize[] {
  const trees = client
    .query<Tree, []>(`SELECT name, tbl_name AS "table" FROM sqlite_schema WHERE rootpage > 0
      UNION ALL SELECT 'sqlite_schema', 'sqlite_schema'`)
    .all();
  const pages = client.query<Pages, [string]>(`SELECT sum(pgsize) AS bytes, sum(ncell) AS cells,
    sum(CASE pagetype WHEN 'leaf' THEN ncell ELSE 0 END) AS leafCells FROM dbstat WHERE name = ?`);
  const sizes = new Map<string, TableSize>();
  for (const { name, table } of trees) {
    const before = sizes.get(table) ?? { table, rows: 0, bytes: 0 };
    const { bytes, cells, leafCells } = pages.get(name) ?? { bytes: 0, cells: 0, leafCells: 0 };
    // Cells of leaf pages are rows. In a table without rowids, cells of inner pages are rows too.
    const rows = name !== table ? 0 : isWithoutRowid(client, table) ? (cells ?? 0) : (leafCells ?? 0);
    sizes.set(table, { table, rows: before.rows + rows, bytes: before.bytes + (bytes ?? 0) });
    pause();
  }
  return [...sizes.values()];
}

const isWithoutRowid = (client: Database, table: string): boolean =>
  client.query<{ wr: number }, [string]>('SELECT wr FROM pragma_table_list WHERE name = ?').get(table)?.wr === 1;

function freeRoomOf(client: Database): TableSize {
  const free = client
    .query<{ pages: number; bytes: number }, []>(`SELECT freelist_count AS pages, freelist_count * page_size AS bytes
      FROM pragma_freelist_count, pragma_page_size`)
    .get();
  return { table: FREE_ROOM, rows: 0, bytes: free?.bytes ?? 0 };
}
