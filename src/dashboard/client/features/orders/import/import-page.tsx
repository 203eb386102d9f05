import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Mapping } from '../../../../shared/import-columns.ts';
import { mayChange, workspaceId } from '../../../data/me.ts';
import { Refusal } from '../../../data/refusal.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { RecentImports } from '../../../parts/recent-imports.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileBox } from '../../../ui/file-box.tsx';
import { Form, type SentForm, useForm } from '../../../ui/form.tsx';
import { plural } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FileProblems } from './file-problems.tsx';
import { Counts, Preview } from './preview.tsx';
import { type FileAnswer, sendFile } from './send-file.ts';
import { StartedImport, sumOfOrders } from './started-import.tsx';

/** What is to be looked at. What was begun stands in the address, so that it is there after a reload. */
interface Chosen {
  readonly file: File;
  /** Undefined lets the headings say. */
  readonly mapping?: Mapping;
}

interface Looked {
  readonly at: Chosen;
  readonly answer: FileAnswer;
}

const ADDRESS = '/app/orders/import';

/** Orders out of a file: chosen, looked at, then begun and completed. */
export function ImportPage() {
  const { query } = useLocation();
  const { started } = query;
  const w = words.value.orderImport;
  useTitle(w.title);
  if (!mayChange()) return <p class="empty">{words.value.orderPage.none}</p>;
  return (
    <div class="import">
      <p class="crumb">
        <a href="/app/orders">← {words.value.orderPage.back}</a>
      </p>
      <PageTitle>{w.title}</PageTitle>
      {started === undefined ? <ChosenFile /> : <StartedImport key={started} id={started} />}
      <RecentImports kind="orders" but={started} sum={sumOfOrders} open={({ id }) => `${ADDRESS}?started=${id}`} />
    </div>
  );
}

async function lookAt(at: Chosen | undefined): Promise<Looked | undefined> {
  if (at === undefined) return undefined;
  return { at, answer: await sendFile(at.file, { mapping: at.mapping }) };
}

function ChosenFile() {
  const [{ chosen, nth }, setChosen] = useState<{ readonly chosen?: Chosen; readonly nth: number }>({ nth: 0 });
  const { route } = useLocation();
  const w = words.value.orderImport;
  const looking = useLoaded(() => lookAt(chosen), String(nth));
  const looked = looking.data?.at.file === chosen?.file ? looking.data : undefined;
  const form = useForm(async (text) => {
    if (looked === undefined) return;
    const { at, answer } = looked;
    const begun = await sendFile(at.file, { mapping: answer.mapping, begin: { tell: text('tell') === 'yes' } });
    if (begun.started !== null) route(`${ADDRESS}?started=${begun.started.id}`);
    else looking.show(() => ({ at, answer: begun }));
  });
  const choose = (next: Chosen): void => {
    form.reset();
    setChosen({ chosen: next, nth: nth + 1 });
  };
  const isReading = looking.error === undefined && looking.data?.at !== chosen;
  const error = form.whole ?? looking.error;
  return (
    <>
      <p class="lead">{w.what}</p>
      <Rules />
      <FileField chosen={(file) => choose({ file })} disabled={form.busy} />
      <p class="meta import-state" aria-live="polite">
        {isReading && w.reading}
      </p>
      {error !== undefined && <FileError error={error} />}
      {looked !== undefined && (
        <LookedAt
          answer={looked.answer}
          form={form}
          busy={form.busy || isReading}
          map={(mapping) => choose({ file: looked.at.file, mapping })}
        />
      )}
    </>
  );
}

function FileField({ chosen, disabled }: { readonly chosen: (file: File) => void; readonly disabled: boolean }) {
  const w = words.value.orderImport;
  return (
    <Field name="file" label={w.file} hint={w.fileHint}>
      {(tied) => (
        <FileBox
          {...tied}
          accept=".csv,.tsv,.txt,text/csv"
          disabled={disabled}
          chosen={(file) => {
            if (file !== undefined) chosen(file);
          }}
          onClick={({ currentTarget }) => {
            // The same file, mended meanwhile, can be chosen again.
            currentTarget.value = '';
          }}
        />
      )}
    </Field>
  );
}

function Rules() {
  const w = words.value.orderImport;
  const path = `/app/api/workspaces/${workspaceId()}/orders/export?rows=items`;
  return (
    <details class="import-rules">
      <summary>{w.how}</summary>
      <ul>
        {w.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
        <li>
          <a href={path} target="_self" download>
            {w.allItems}
          </a>
          {'. '}
          {w.allItemsWhat}
        </li>
      </ul>
    </details>
  );
}

function FileError({ error }: { readonly error: unknown }) {
  const w = words.value.orderImport;
  const code = error instanceof Refusal ? error.code : '';
  const isWorkbook = error instanceof Refusal && error.fields.some(({ rule }) => rule === 'workbook');
  if (code !== 'body_too_large' && !isWorkbook) return <Problem error={error} />;
  return (
    <p class="problem" role="alert">
      {isWorkbook ? w.workbook : w.tooLarge}
    </p>
  );
}

interface LookedProps {
  readonly answer: FileAnswer;
  readonly form: SentForm;
  readonly busy: boolean;
  readonly map: (mapping: Mapping) => void;
}

function LookedAt({ answer, form, busy, map }: LookedProps) {
  const w = words.value.orderImport;
  const { refused, missing, problemCount, outcome } = answer;
  const isRight = refused === null && missing.length === 0 && problemCount === 0;
  return (
    <>
      <Counts answer={answer} />
      {refused !== null && (
        <p class="problem" role="alert">
          {w.refused[refused]}
        </p>
      )}
      <FileProblems answer={answer} />
      {refused === null && missing.length > 0 && (
        <div class="note" role="alert">
          <strong>{w.missingTitle}</strong>
          <ul>
            {missing.map((field) => (
              <li key={field}>{w.missing[field]}</li>
            ))}
          </ul>
        </div>
      )}
      <ColumnChoice answer={answer} busy={busy} map={map} />
      <Preview answer={answer} />
      {isRight && outcome !== null && outcome.created > 0 && (
        <Form of={form} class="actions sticky import-now">
          <label class="check">
            <input type="checkbox" name="tell" value="yes" />
            {w.tell}
            <span class="meta"> {w.tellWhat}</span>
          </label>
          <span class="meta" role="status">
            {form.busy && w.writing}
          </span>
          <button type="submit" class="main" disabled={busy}>
            {plural(outcome.created, w.importNow)}
          </button>
        </Form>
      )}
      {isRight && outcome?.created === 0 && <p class="note">{w.nothingNew}</p>}
    </>
  );
}
