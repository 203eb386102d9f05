import { Elysia, t } from 'elysia';
import { AppError, CSV_BOUNDS, validationFailed } from '../../base/index.ts';
import { type ImportOutcome, importOrders, previewImport } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { admissionPlugin } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { ctxOf } from '../orders/context.ts';
import { MAX_COLUMNS } from './columns.ts';
import { type DecodedFile, decodeFile, type Encoding } from './decode-file.ts';
import { MAX_ROWS, type ReadFile, readFile } from './read-file.ts';

const MAX_BYTES = 64 * 1_048_576;
/** Of what came out of files; no key's source can hold an @. */
const IMPORT_SOURCE = '@import';
const CELL_CHARS = 200;

const Query = t.Object(
  {
    /** Looks at the file and writes nothing. */
    dryRun: t.Optional(t.Literal('1')),
    /** Webhooks hear of the new orders. */
    tell: t.Optional(t.Literal('1')),
    mapping: t.Optional(t.String({ maxLength: 4_000 })),
  },
  { additionalProperties: false },
);

/** Orders out of a file: looked at first, then all of them or none. */
export function importRoutes(deps: DashboardDeps) {
  const inTurn = createTurns();
  return new Elysia({ name: 'orders-import' }).use(admissionPlugin(deps)).post(
    '/app/api/workspaces/:workspace/orders/import',
    async ({ body, query, request }) => {
      deps.keepOpen(request);
      const ctx = { ...ctxOf(deps, request), source: IMPORT_SOURCE };
      return inTurn(async () => {
        const { encoding, texts } = await decoded(body);
        const file = await readFile(ctx, texts, query.mapping);
        const shown = shapeFile(file, encoding);
        if (query.dryRun === '1') {
          return answer(deps, request, { ...shown, outcome: await previewImport(ctx, file.orders) });
        }
        return answer(deps, request, { ...shown, outcome: await write(ctx, file, query.tell === '1') });
      });
    },
    { admit: { who: 'manager', file: { maxBytes: MAX_BYTES, mediaType: 'text/csv' } }, query: Query },
  );
}

async function decoded(body: unknown): Promise<DecodedFile> {
  const file = body instanceof Uint8Array ? await decodeFile(body) : undefined;
  if (file !== undefined) return file;
  const message = 'is a workbook of a spreadsheet program: save it there as CSV and choose that file';
  throw validationFailed([{ path: 'file', message, rule: 'workbook' }]);
}

/** @throws validation_failed for a file with anything wrong in it: then nothing is written */
function write(ctx: Ctx, file: ReadFile, tell: boolean): Promise<ImportOutcome> {
  const { problems, missing, refused } = file;
  if (problems.count() === 0 && missing.length === 0 && refused === null)
    return importOrders(ctx, file.orders, { tell });
  const found = problems.shown.map(({ line, column, code, than }) => {
    const bound = code in CSV_BOUNDS ? ` above ${than}` : '';
    return { path: `line ${line}`, message: `${column === null ? '' : `${file.headings[column]}: `}${code}${bound}` };
  });
  const others = [...missing.map((field) => `no column for ${field}`), ...(refused === null ? [] : [refused])];
  throw validationFailed([...others.map((message) => ({ path: 'file', message })), ...found]);
}

const shownOf = (cells: readonly string[]): string[] =>
  cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, CELL_CHARS));

/** What the page shows of a file; long cells are cut. */
function shapeFile({ orders, problems, preview, ...file }: ReadFile, encoding: Encoding) {
  const rows = preview.map(({ line, cells }) => ({ line, cells: shownOf(cells) }));
  return {
    ...{ ...file, encoding, preview: rows, orders: orders.length, maxRows: MAX_ROWS },
    ...{ problems: problems.shown.toSorted((a, b) => a.line - b.line), problemCount: problems.count() },
  };
}

const MAX_WAITING = 3;

/** One file at a time: each may take a few hundred megabytes of memory. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING)
      throw new AppError('rate_limited', 'Other files are being imported; try again in a minute.');
    waiting += 1;
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine.finally(() => {
      waiting -= 1;
    });
  };
}
