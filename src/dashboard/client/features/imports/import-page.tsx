import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { workspaceId } from '../../data/me.ts';
import { isRefusal } from '../../data/refusal.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Field } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { Form, type SentForm, useForm } from '../../ui/form.tsx';
import { count, plural } from '../../ui/format.ts';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { importWords } from '../../words/import-words.ts';
import { ColumnChoice, type ColumnChoiceProps, SheetChoice } from './column-choice.tsx';
import { FileProblems, NotedLines } from './file-problems.tsx';
import { type FileKind, importAddress, kindOf, TICKS } from './kinds.ts';
import { PaymentSums } from './payment-sums.tsx';
import { Counts, isRight, madeBy, Preview } from './preview.tsx';
import { RecentImports } from './recent-imports.tsx';
import { type FileAnswer, type FileChoices, matchedIn, sendFile } from './send-file.ts';
import { StartedImport } from './started-import.tsx';
import { UndatedPayments, ValueChoice } from './value-choice.tsx';

interface ChosenFile extends FileChoices {
  readonly file: File;
}

interface FilePreview {
  readonly at: ChosenFile;
  readonly answer: FileAnswer;
}

/** Once an import has begun, the page's address contains the import's id. A reload therefore shows the same import. */
export function ImportPage() {
  const { path, query } = useLocation();
  const { started } = query;
  const [, , of = ''] = path.split('/');
  const kind = kindOf(of);
  const w = kind.words;
  useTitle(w.title);
  return (
    <div class="import">
      <Crumb to={`/app/${kind.of}`}>{w.back}</Crumb>
      <PageTitle>{w.title}</PageTitle>
      {started === undefined ? (
        <FileToImport key={kind.kind} kind={kind} />
      ) : (
        <StartedImport key={started} kind={kind} id={started} />
      )}
      <RecentImports kind={kind} but={started} />
    </div>
  );
}

interface KindProps {
  readonly kind: FileKind;
}

async function lookAt(kind: FileKind, at: ChosenFile | undefined): Promise<FilePreview | undefined> {
  if (at === undefined) return undefined;
  return { at, answer: await sendFile(kind, at.file, at) };
}

function FileToImport({ kind }: KindProps) {
  const [{ chosen, nth }, setChosen] = useState<{ readonly chosen?: ChosenFile; readonly nth: number }>({ nth: 0 });
  const { route } = useLocation();
  const w = importWords.value;
  const looking = useLoaded(() => lookAt(kind, chosen), String(nth));
  const looked = looking.data?.at.file === chosen?.file ? looking.data : undefined;
  const form = useForm(async (text) => {
    if (looked === undefined) return;
    const { at, answer } = looked;
    const { sheet, head, mapping } = answer;
    const ticks = TICKS.filter((name) => text(name) === 'yes');
    const begun = await sendFile(kind, at.file, { sheet, head, mapping, values: matchedIn(answer), ticks });
    if (begun.started !== null) route(`${importAddress(kind)}?started=${begun.started.id}`);
    else looking.show(() => ({ at, answer: begun }));
  });
  const choose = (next: ChosenFile): void => {
    form.reset();
    // A field may report two changes before the page is drawn again, so `nth` is computed from the latest state.
    setChosen((before) => ({ chosen: next, nth: before.nth + 1 }));
  };
  const isReading = looking.error === undefined && looking.data?.at !== chosen;
  const error = form.whole ?? looking.error;
  return (
    <>
      <p class="lead">{kind.words.what ?? w.what}</p>
      <Rules kind={kind} />
      <FileField kind={kind} chosen={(file) => choose({ file })} disabled={form.busy} />
      <p class="meta import-state" aria-live="polite">
        {isReading && w.reading}
      </p>
      {error !== undefined && <FileError error={error} />}
      {looked !== undefined && (
        <LookedAt
          kind={kind}
          answer={looked.answer}
          form={form}
          busy={form.busy || isReading}
          choose={(next) => choose({ file: looked.at.file, values: matchedIn(looked.answer), ...next })}
        />
      )}
    </>
  );
}

interface FileFieldProps extends KindProps {
  readonly chosen: (file: File) => void;
  readonly disabled: boolean;
}

function FileField({ kind, chosen, disabled }: FileFieldProps) {
  return (
    <Field name="file" label={importWords.value.file} hint={kind.words.fileHint}>
      {(tied) => (
        <FileBox
          {...tied}
          accept=".xlsx,.csv,.tsv,.txt,text/csv"
          disabled={disabled}
          chosen={(file) => {
            if (file !== undefined) chosen(file);
          }}
          onClick={({ currentTarget }) => {
            // Lets the reader choose the same file again after correcting it.
            currentTarget.value = '';
          }}
        />
      )}
    </Field>
  );
}

function Rules({ kind }: KindProps) {
  const w = kind.words;
  return (
    <details class="import-rules">
      <summary>{w.how}</summary>
      <ul>
        {w.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
        <li>
          <a href={`/app/api/workspaces/${workspaceId()}/${kind.example}`} target="_self" download>
            {w.example}
          </a>
          {'. '}
          {importWords.value.exampleWhat}
        </li>
      </ul>
    </details>
  );
}

function FileError({ error }: { readonly error: unknown }) {
  if (!isRefusal(error, 'body_too_large')) return <Problem error={error} />;
  return (
    <p class="problem" role="alert">
      {importWords.value.tooLarge}
    </p>
  );
}

interface LookedProps extends ColumnChoiceProps {
  readonly form: SentForm;
}

function LookedAt({ kind, answer, form, busy, choose }: LookedProps) {
  const made = madeBy({ kind, answer });
  const added = answer.outcome?.[kind.tick?.adds ?? ''] ?? 0;
  const isAny = made + added > 0;
  const { droppedTitle = importWords.value.droppedTitle } = kind.words;
  return (
    <>
      <SheetChoice answer={answer} busy={busy} choose={choose} />
      <Counts kind={kind} answer={answer} />
      <Refused answer={answer} />
      <FileProblems answer={answer} />
      <NotedLines answer={answer} title={kind.words.heldTitle} problems={answer.held} count={answer.heldCount} />
      <NotedLines answer={answer} title={droppedTitle} problems={answer.dropped} count={answer.droppedCount} />
      <StillMissing kind={kind} answer={answer} />
      <UndatedPayments kind={kind} answer={answer} busy={busy} choose={choose} />
      <ColumnChoice kind={kind} answer={answer} busy={busy} choose={choose} />
      <ValueChoice kind={kind} answer={answer} busy={busy} choose={choose} />
      <PaymentSums answer={answer} />
      <Preview kind={kind} answer={answer} />
      {isRight(answer) && isAny && (
        <BeginForm kind={kind} answer={answer} form={form} busy={busy} made={made} added={added} />
      )}
      {isRight(answer) && answer.outcome !== null && !isAny && <p class="note">{kind.words.nothingNew}</p>}
    </>
  );
}

function Refused({ answer: { refused, maxRows } }: Pick<LookedProps, 'answer'>) {
  if (refused === null) return null;
  return (
    <p class="problem" role="alert">
      {importWords.value.refused[refused].replace('{most}', () => count(maxRows))}
    </p>
  );
}

function StillMissing({ kind, answer: { refused, missing } }: Pick<LookedProps, 'kind' | 'answer'>) {
  if (refused !== null || missing.length === 0) return null;
  return (
    <div class="note" role="alert">
      <strong>{importWords.value.missingTitle}</strong>
      <ul>
        {missing.map((field) => (
          <li key={field}>{kind.words.missing[field]}</li>
        ))}
      </ul>
    </div>
  );
}

interface BeginProps extends Pick<LookedProps, 'kind' | 'answer' | 'form' | 'busy'> {
  readonly made: number;
  /** The number of the file's rows that are imported only if the reader ticks the box of `kind.tick`. */
  readonly added: number;
}

function BeginForm({ kind, answer, form, busy, made, added }: BeginProps) {
  const [isTicked, setTicked] = useState(false);
  const { tick } = kind;
  const about = answer.outcome?.[tick?.about ?? ''] ?? 0;
  const all = made + (isTicked ? added : 0);
  const w = importWords.value;
  return (
    <Form of={form} class="actions sticky import-now">
      {kind.words.tell !== undefined && (
        <label class="check">
          <input type="checkbox" name="tell" value="yes" />
          {kind.words.tell.label}
          <span class="meta"> {kind.words.tell.what}</span>
        </label>
      )}
      {tick !== undefined && about > 0 && (
        <label class="check">
          <input
            type="checkbox"
            name={tick.name}
            value="yes"
            checked={isTicked}
            onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
          />
          {plural(about, w[tick.name])}
        </label>
      )}
      <span class="meta" role="status">
        {form.busy && w.writing}
      </span>
      <button type="submit" class="main" disabled={busy || all === 0}>
        {plural(all, kind.words.importNow)}
      </button>
    </Form>
  );
}
