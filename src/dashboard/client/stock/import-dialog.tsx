import { useState } from 'preact/hooks';
import { ask, Refusal } from '../api.ts';
import { Form, useForm } from '../form.tsx';
import { count, plural } from '../format.ts';
import { Dialog, Problem } from '../parts.tsx';
import { words } from '../state.ts';
import { checkFile, type FileCheck, ruleWord, stockOf } from './data.ts';

/** What the server takes in one request. */
const MAX_BYTES = 900_000;

/** UTF-8, or what spreadsheets on Russian Windows save in its place. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** A file of products: looked at first, then taken whole or not at all. */
export function ImportDialog({ onClose, done }: { readonly onClose: () => void; readonly done: () => void }) {
  const [chosen, setChosen] = useState<{ readonly text: string; readonly check: FileCheck }>();
  const [unread, setUnread] = useState<unknown>();
  const w = words.value.stock;
  const choose = async (file: File | undefined): Promise<void> => {
    setChosen(undefined);
    setUnread(undefined);
    form.reset();
    if (file === undefined) return;
    try {
      if (file.size > MAX_BYTES) throw new Refusal('too_large', w.fileLarge, '');
      const text = await textOf(file);
      setChosen({ text, check: await checkFile(text) });
    } catch (problem) {
      setUnread(problem);
    }
  };
  const check = chosen?.check;
  const willDo = check !== undefined && check.faults.length === 0 && check.counts.new + check.counts.changed > 0;
  const form = useForm(async () => {
    if (chosen === undefined) return;
    const outcome = await ask(stockOf().import.post({ text: chosen.text }));
    if (outcome.faults.length === 0) done();
    else setChosen({ ...chosen, check: outcome });
  });
  const error = form.error ?? unread;
  return (
    <Dialog title={w.importTitle} onClose={onClose}>
      <Form of={form}>
        <p>{w.importWhat}</p>
        <p>
          <code>id;name;sku;quantity</code>
        </p>
        <label>
          {w.file}
          <input
            type="file"
            accept=".csv,.txt,text/csv"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </label>
        <div aria-live="polite">{check !== undefined && <Preview check={check} />}</div>
        {error !== undefined && <Problem error={error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main" disabled={!willDo}>
            {w.doImport}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function Preview({ check: { faults, counts, rows } }: { readonly check: FileCheck }) {
  const w = words.value.stock;
  if (faults.length > 0) {
    return (
      <div class="problem">
        <p>{plural(new Set(faults.map(({ line }) => line)).size, w.faults)}</p>
        <ul class="faults">
          {faults.map(({ line, rule }) => (
            <li key={`${line} ${rule}`}>
              {w.line(line)}: {ruleWord(rule)}
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <section class="scroll import-preview" aria-label={w.importTitle} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{w.name}</th>
                <th scope="col" class="number">
                  {w.onHand}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.line}>
                  <td class="wrap">
                    {row.name} <span class="meta">{row.what === 'new' ? w.isNew : w.isChanged}</span>
                    <code>{row.externalId}</code>
                  </td>
                  <td class="number">{onHandText(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {left > 0 && <p class="meta">{plural(left, w.moreRows)}</p>}
        </section>
      )}
    </>
  );
}

function onHandText({ onHand, quantity }: FileCheck['rows'][number]): string {
  if (onHand === null) return count(quantity ?? 0);
  return quantity === null || quantity === onHand ? count(onHand) : `${count(onHand)} → ${count(quantity)}`;
}
