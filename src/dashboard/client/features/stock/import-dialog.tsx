import { useEffect, useState } from 'preact/hooks';
import { markOf } from '../../../shared/text-file.ts';
import { ask, Refusal } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ImportProgress } from '../../parts/import-progress.tsx';
import { countOf, type ShownImport, useImport } from '../../parts/imports.ts';
import { RecentImports } from '../../parts/recent-imports.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { count, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldWords } from '../../ui/problem/use-told.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { checkFile, type FileCheck, stockOf } from './data.ts';

/** What the server takes in one request. */
const MAX_BYTES = 900_000;

/** UTF-8, what spreadsheets on Russian Windows save in its place, or UTF-16. @throws Refusal for what is no text */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = markOf(bytes);
  if (mark === undefined) throw new Refusal('no_text', words.value.orderImport.workbook, '');
  try {
    return new TextDecoder(mark === 'unmarked' ? 'utf-8' : mark, { fatal: mark === 'unmarked' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

interface ImportDialogProps {
  readonly onClose: () => void;
  readonly done: () => void;
}

/** A file of products: looked at first, then begun and completed. */
export function ImportDialog(props: ImportDialogProps) {
  const [started, setStarted] = useState<string>();
  return (
    <Dialog title={words.value.stock.importTitle} onClose={props.onClose}>
      {started === undefined ? (
        <ChosenFile onClose={props.onClose} begun={setStarted} />
      ) : (
        <Started id={started} {...props} />
      )}
    </Dialog>
  );
}

function Started({ id, done, onClose }: ImportDialogProps & { readonly id: string }) {
  const { data, error, reload } = useImport(id);
  useEffect(() => {
    if (data?.isDone === true) done();
  }, [data]);
  return (
    <>
      {data !== undefined && <ImportProgress run={data} />}
      <Problem error={error} retry={reload} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.close}
        </button>
      </div>
    </>
  );
}

interface Chosen {
  readonly text: string;
  readonly check: FileCheck;
}

interface ChosenFileProps {
  readonly onClose: () => void;
  readonly begun: (id: string) => void;
}

async function read(file: File | undefined): Promise<Chosen | undefined> {
  if (file === undefined) return undefined;
  if (file.size > MAX_BYTES) throw new Refusal('too_large', words.value.stock.fileLarge, '');
  const text = await textOf(file);
  return { text, check: await checkFile(text) };
}

function ChosenFile({ onClose, begun }: ChosenFileProps) {
  const [{ file, nth }, setFile] = useState<{ readonly file?: File; readonly nth: number }>({ nth: 0 });
  const w = words.value.stock;
  const reading = useLoaded(async () => ({ of: nth, chosen: await read(file) }), String(nth));
  const chosen = reading.data?.of === nth ? reading.data.chosen : undefined;
  const check = chosen?.check;
  const willDo = check !== undefined && check.faults.length === 0 && check.counts.new + check.counts.changed > 0;
  const form = useForm(async () => {
    if (chosen === undefined) return;
    const { started, ...check } = await ask(stockOf().import.post({ text: chosen.text }));
    if (started === null) reading.show((before) => ({ ...before, chosen: { ...chosen, check } }));
    else begun(started.id);
  });
  const choose = (next: File | undefined): void => {
    form.reset();
    setFile({ nth: nth + 1, ...(next === undefined ? {} : { file: next }) });
  };
  return (
    <>
      <Form of={form}>
        <p>{w.importWhat}</p>
        <p>
          <code>id;name;sku;quantity</code>
        </p>
        <Field name="file" label={w.file}>
          {(tied) => <FileBox {...tied} accept=".csv,.txt,text/csv" chosen={choose} />}
        </Field>
        <div aria-live="polite">{check !== undefined && <Preview check={check} />}</div>
        <Problem error={reading.error} />
        <FormActions action={w.doImport} onClose={onClose} disabled={!willDo} />
      </Form>
      <RecentImports kind="products" sum={sumOfProducts} />
    </>
  );
}

/** What came of an import, in one line. */
function sumOfProducts(run: ShownImport): string {
  const w = words.value.stock;
  const parts = [
    plural(countOf(run, 'new'), w.wereAdded),
    plural(countOf(run, 'changed'), w.wereChanged),
    plural(countOf(run, 'same'), w.staySame),
  ];
  return parts.join(' · ');
}

function Preview({ check: { faults, counts, rows } }: { readonly check: FileCheck }) {
  const w = words.value.stock;
  const told = useFieldWords(faults.length > 0);
  if (faults.length > 0) {
    return (
      <div class="problem">
        <p>{plural(new Set(faults.map(({ line }) => line)).size, w.faults)}</p>
        <ul class="stock-faults">
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.path} ${fault.rule}`}>
              {w.line(fault.line)}: {told.field(fault)}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const parts = [plural(counts.new, w.willAdd), plural(counts.changed, w.willChange), plural(counts.same, w.staySame)];
  const left = counts.new + counts.changed - rows.length;
  return (
    <>
      <p>
        <strong>{rows.length === 0 ? w.nothingToDo : parts.join(' · ')}</strong>
      </p>
      {rows.length > 0 && (
        <Scroll label={w.importTitle} class="stock-import-preview">
          <Table
            rows={rows}
            keyOf={({ line }) => line}
            columns={[
              {
                head: w.name,
                class: 'wrap',
                cell: (row) => (
                  <>
                    {row.name} <span class="meta">{row.what === 'new' ? w.isNew : w.isChanged}</span>
                    <code>{row.externalId}</code>
                  </>
                ),
              },
              { head: w.onHand, class: 'number', cell: onHandText },
            ]}
          />
          {left > 0 && <p class="meta">{plural(left, w.moreRows)}</p>}
        </Scroll>
      )}
    </>
  );
}

function onHandText({ onHand, quantity }: FileCheck['rows'][number]): string {
  if (onHand === null) return count(quantity ?? 0);
  return quantity === null || quantity === onHand ? count(onHand) : `${count(onHand)} → ${count(quantity)}`;
}
