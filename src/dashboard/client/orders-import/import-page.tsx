import { useRef, useState } from 'preact/hooks';
import type { Mapping } from '../../orders-import/columns.ts';
import { Form, useForm } from '../form.tsx';
import { plural } from '../format.ts';
import { mayChange } from '../orders/data.ts';
import { Problem } from '../parts.tsx';
import { Refusal } from '../refusal.ts';
import { words, workspace } from '../state.ts';
import { useTitle } from '../use-title.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FileProblems } from './file-problems.tsx';
import { Counts, Preview } from './preview.tsx';
import { type FileAnswer, sendFile } from './send-file.ts';

/** Where one stands: nothing chosen, looked at, or done. */
interface State {
  readonly file?: File;
  readonly looked?: FileAnswer;
  readonly done?: FileAnswer;
  readonly error?: unknown;
  readonly busy?: 'reading' | 'writing';
}

/** Orders out of a file: chosen, looked at, then all or none. */
export function ImportPage() {
  const [state, setState] = useState<State>({});
  const latest = useRef(0);
  const w = words.value.orderImport;
  useTitle(w.title);
  const send = async (file: File, mapping: Mapping | undefined, tell?: boolean): Promise<void> => {
    latest.current += 1;
    const mine = latest.current;
    const writes = tell !== undefined;
    setState((before) => ({
      file,
      busy: writes ? 'writing' : 'reading',
      ...(before.looked !== undefined && before.file === file ? { looked: before.looked } : {}),
    }));
    let next: State;
    try {
      const answer = await sendFile(file, { mapping, tell });
      next = writes ? { file, done: answer } : { file, looked: answer };
    } catch (error) {
      next = { file, error };
    }
    if (latest.current === mine)
      setState((before) => ({ ...(writes ? before : {}), busy: undefined, ...next }) as State);
  };
  const { file, looked, done, error, busy } = state;
  if (!mayChange()) return <p class="empty">{words.value.orders.none}</p>;
  return (
    <div class="import">
      <p class="crumb">
        <a href="/app/orders">← {words.value.orders.back}</a>
      </p>
      <h1>{w.title}</h1>
      {done === undefined ? (
        <>
          <p class="lead">{w.what}</p>
          <Rules />
          <FileField chosen={(one) => void send(one, undefined)} disabled={busy === 'writing'} />
        </>
      ) : (
        <Done answer={done} again={() => setState({})} />
      )}
      <p class="meta" aria-live="polite">
        {busy !== undefined && w[busy]}
      </p>
      {error !== undefined && <FileError error={error} />}
      {looked !== undefined && done === undefined && file !== undefined && (
        <Looked
          answer={looked}
          busy={busy !== undefined}
          map={(mapping) => void send(file, mapping)}
          write={(tell) => send(file, looked.mapping, tell)}
        />
      )}
    </div>
  );
}

function FileField({ chosen, disabled }: { readonly chosen: (file: File) => void; readonly disabled: boolean }) {
  const w = words.value.orderImport;
  return (
    <label class="file">
      {w.file}
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={disabled}
        aria-describedby="file-hint"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) chosen(file);
        }}
        onClick={({ currentTarget }) => {
          // The same file, mended meanwhile, can be chosen again.
          currentTarget.value = '';
        }}
      />
      <span id="file-hint" class="meta">
        {w.fileHint}
      </span>
    </label>
  );
}

function Rules() {
  const w = words.value.orderImport;
  const path = `/app/api/workspaces/${workspace.value?.id}/orders/export?rows=items`;
  return (
    <details class="rules">
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
  readonly busy: boolean;
  readonly map: (mapping: Mapping) => void;
  readonly write: (tell: boolean) => Promise<void>;
}

function Looked({ answer, busy, map, write }: LookedProps) {
  const [tell, setTell] = useState(false);
  const form = useForm(() => write(tell));
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
      <ColumnChoice answer={answer} busy={busy} map={map} />
      {missing.length > 0 && (
        <div class="note" role="alert">
          <strong>{w.missingTitle}</strong>
          <ul>
            {missing.map((field) => (
              <li key={field}>{w.missing[field]}</li>
            ))}
          </ul>
        </div>
      )}
      <FileProblems answer={answer} />
      <Preview answer={answer} />
      {isRight && outcome.created > 0 && (
        <Form of={form} class="import-now">
          <label class="check">
            <input type="checkbox" checked={tell} onChange={({ currentTarget }) => setTell(currentTarget.checked)} />
            {w.tell}
            <span class="meta"> {w.tellWhat}</span>
          </label>
          <button type="submit" class="main" disabled={busy}>
            {plural(outcome.created, w.importNow)}
          </button>
        </Form>
      )}
      {isRight && outcome.created === 0 && <p class="note">{w.nothingNew}</p>}
    </>
  );
}

function Done({ answer: { outcome }, again }: { readonly answer: FileAnswer; readonly again: () => void }) {
  const w = words.value.orderImport;
  return (
    <div class="empty" role="status">
      <h2>{outcome.created === 0 ? w.doneNothing : plural(outcome.created, w.doneTitle)}</h2>
      {outcome.known > 0 && <p>{plural(outcome.known, w.willSkip)}</p>}
      <div class="actions">
        <button type="button" onClick={again}>
          {w.another}
        </button>
        <a class="button main" href="/app/orders?source=%40import">
          {w.look}
        </a>
      </div>
    </div>
  );
}
