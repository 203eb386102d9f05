import { t } from 'elysia';
import { CSV_BOUNDS, createLanes, validationFailed } from '../../base/index.ts';
import { refuseUnsettled } from '../../clients/index.ts';
import { findImport, type ImportKindName, parseValues, refuseDuringUndo, type Table } from '../../imports/index.ts';
import { CLOSED } from '../../web/index.ts';
import { answerWithoutPlace, type Desk, type FileCtx, group, idOfForm, keepWaiting } from '../desk/index.ts';
import { ImportedFileAnswer } from './answers.ts';
import { backUpFirst } from './backup-first.ts';
import { lookAt, previewOfFile } from './readings.ts';
import { importsRoutes, shownImport } from './routes.ts';

const MAX_BYTES = 64 * 1_048_576;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/**
 * The number of imports that may read files at the same time. Each of them may take a few hundred megabytes of memory.
 * A workspace reads only one file at a time.
 */
const FILES_AT_ONCE = 2;

const Digits = t.Optional(t.String({ pattern: '^\\d{1,9}$' }));
const Query = t.Object(
  {
    dryRun: t.Optional(t.Literal('1')),
    /** Set to send webhooks for the new orders. */
    tell: t.Optional(t.Literal('1')),
    /** Set to import orders even if they were deleted in Docket. */
    again: t.Optional(t.Literal('1')),
    /** Set to replace the shop's values by differing values of the file. */
    take: t.Optional(t.Literal('1')),
    /** Set to import payments even if they exceed the total of their order. */
    over: t.Optional(t.Literal('1')),
    mapping: t.Optional(t.String({ maxLength: 4_000 })),
    /** A JSON array of `ValueMatch`. */
    values: t.Optional(t.String({ maxLength: 12_000 })),
    head: Digits,
    sheet: Digits,
  },
  CLOSED,
);

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

interface FileUpload {
  readonly ctx: FileCtx;
  readonly query: (typeof Query)['static'];
}

/**
 * Builds the routes that import files. A preview comes first. An import then writes all records or none. The request is
 * answered as soon as the file is accepted.
 */
export function importRoutes(desk: Desk) {
  const inLane = createLanes(FILES_AT_ONCE);
  const takeIn = (kind: ImportKindName, { ctx, query }: FileUpload) => {
    keepWaiting(ctx);
    return inLane(ctx.workspace.seq, async () => {
      const { dryRun, tell, again, take, over, mapping, head, sheet, values } = query;
      const how = { mapping, head: numberOf(head), sheet: numberOf(sheet), values: parseValues(values) };
      const sent = { kind, file: ctx.file, ...how };
      const id = idOfForm(ctx);
      // The index of clients is updated and checked first, because the thread that reads the file cannot write.
      if (kind === 'clients' && findImport(ctx, id) === undefined) await refuseUnsettled(ctx);
      if (dryRun === '1') {
        refuseDuringUndo(ctx.storage.read, ctx.workspace.seq);
        // With `answerAside`, the preview could wait for minutes. It would then block other workspaces' files, because
        // only two files are read at a time.
        const preview = await answerWithoutPlace(ctx, previewOfFile, sent);
        ctx.stillMay();
        return preview;
      }
      const { file, looked } = await lookAt(ctx, sent);
      refuseFaults(file.table);
      ctx.stillMay();
      await backUpFirst(ctx, file.records);
      ctx.stillMay();
      const begun = await file.begin({
        id,
        tell: tell === '1',
        again: again === '1',
        take: take === '1',
        over: over === '1',
        staging: { stage: (wish) => ctx.staging.stage({ ...wish, stillMay: ctx.stillMay }) },
      });
      return { ...looked, outcome: null, started: shownImport(ctx, begun) };
    });
  };
  const managersFile = { maxBytes: MAX_BYTES, mediaTypes: ['text/csv', XLSX_TYPE] };
  const wish = { managersFile, query: Query };
  return group(desk, 'imported-files')
    .use(importsRoutes(desk))
    .post('/app/api/workspaces/:workspace/orders/import', (sent) => takeIn('orders', sent), {
      ...wish,
      response: ImportedFileAnswer,
    })
    .post('/app/api/workspaces/:workspace/clients/import', (sent) => takeIn('clients', sent), {
      ...wish,
      response: ImportedFileAnswer,
    })
    .post('/app/api/workspaces/:workspace/payments/import', (sent) => takeIn('payments', sent), {
      ...wish,
      response: ImportedFileAnswer,
    })
    .post('/app/api/workspaces/:workspace/stock/import', (sent) => takeIn('products', sent), {
      ...wish,
      response: ImportedFileAnswer,
    });
}

/** @throws validation_failed if anything in the file is wrong; then nothing is written */
function refuseFaults({ problems, missing, refused, headings }: Table): void {
  if (problems.count() === 0 && missing.length === 0 && refused === null) return;
  const found = problems.shown.map(({ line, column, code, than }) => {
    const bound = code in CSV_BOUNDS ? ` above ${than}` : '';
    const heading = column === null ? '' : (headings[column] ?? '');
    return { path: `line ${line}`, rule: 'import_row', heading, problem: `${code}${bound}` } as const;
  });
  const columns = missing.map((field) => ({ path: 'file', rule: 'import_column', field }) as const);
  const whole = refused === null ? [] : [{ path: 'file', rule: 'import_file', problem: refused } as const];
  throw validationFailed([...columns, ...whole, ...found]);
}
