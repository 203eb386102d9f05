import { Elysia, t } from 'elysia';
import { CSV_BOUNDS, createLanes, nextTurn, validationFailed } from '../../base/index.ts';
import { IMPORT_SOURCE, importOrders, previewImport } from '../../orders/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, type FileCtx, idOfForm, keepWaiting } from '../desk/index.ts';
import { importsRoutes, shownImport } from '../imports/routes.ts';
import { MAX_COLUMNS } from '../shared/import-columns.ts';
import { FileAnswer } from './answers.ts';
import { type DecodedFile, decodeFile, type Encoding } from './decode-file.ts';
import { MAX_ROWS, type ReadFile, readFile } from './read-file.ts';

const MAX_BYTES = 64 * 1_048_576;
const CELL_CHARS = 200;
/** One of a workspace at a time: each may take a few hundred megabytes of memory. */
const FILES_AT_ONCE = 2;

const Query = t.Object(
  {
    /** Looks at the file and writes nothing. */
    dryRun: t.Optional(t.Literal('1')),
    /** Webhooks hear of the new orders. */
    tell: t.Optional(t.Literal('1')),
    mapping: t.Optional(t.String({ maxLength: 4_000 })),
  },
  CLOSED,
);

/** Orders out of a file: looked at first, then all of them or none; the answer comes when the file is accepted. */
export function importRoutes(desk: Desk) {
  const inLane = createLanes(FILES_AT_ONCE);
  return new Elysia({ name: 'orders-import' })
    .use(desk)
    .use(importsRoutes(desk))
    .post(
      '/app/api/workspaces/:workspace/orders/import',
      async ({ ctx, query }) => {
        keepWaiting(ctx);
        const importing = { ...ctx, source: IMPORT_SOURCE };
        return inLane(ctx.workspace.seq, async () => {
          const { encoding, texts } = await decoded(ctx);
          const file = await readFile(importing, texts, query.mapping);
          const shown = shapeFile(file, encoding);
          if (query.dryRun === '1') {
            return { ...shown, outcome: await previewImport(importing, file.orders), started: null };
          }
          refuseFaults(file);
          ctx.stillMay();
          const wish = { id: idOfForm(ctx), tell: query.tell === '1', orders: file.orders };
          const id = await importOrders(importing, wish);
          return { ...shown, outcome: null, started: shownImport(ctx, id) };
        });
      },
      {
        managersFile: { maxBytes: MAX_BYTES, mediaType: 'text/csv' },
        query: Query,
        response: FileAnswer,
      },
    );
}

async function decoded({ file: sent, workspace }: FileCtx): Promise<DecodedFile> {
  const file = await decodeFile(sent, () => nextTurn(workspace.seq));
  if (file !== undefined) return file;
  throw validationFailed([{ path: 'file', rule: 'workbook' }]);
}

/** @throws validation_failed for a file with anything wrong in it: then nothing is written */
function refuseFaults(file: ReadFile): void {
  const { problems, missing, refused } = file;
  if (problems.count() === 0 && missing.length === 0 && refused === null) return;
  const found = problems.shown.map(({ line, column, code, than }) => {
    const bound = code in CSV_BOUNDS ? ` above ${than}` : '';
    const heading = column === null ? '' : (file.headings[column] ?? '');
    return { path: `line ${line}`, rule: 'import_row', heading, problem: `${code}${bound}` } as const;
  });
  const columns = missing.map((field) => ({ path: 'file', rule: 'import_column', field }) as const);
  const whole = refused === null ? [] : [{ path: 'file', rule: 'import_file', problem: refused } as const];
  throw validationFailed([...columns, ...whole, ...found]);
}

const shownOf = (cells: readonly string[]): string[] =>
  cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, CELL_CHARS));

/** What the page shows of a file; long cells are cut. */
function shapeFile({ orders, problems, preview, ...file }: ReadFile, encoding: Encoding) {
  const rows = preview.map(({ line, cells }) => ({ line, cells: shownOf(cells) }));
  return {
    ...file,
    encoding,
    preview: rows,
    orders: orders.length,
    maxRows: MAX_ROWS,
    problems: problems.shown.toSorted((a, b) => a.line - b.line),
    problemCount: problems.count(),
  };
}
