import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { count, moment } from '../format.ts';
import { Dialog, useGuarded } from '../parts.tsx';
import { words } from '../state.ts';
import { type BackupFile, backupsOf, type Checked, loadBackups, verifyBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { pageWords } from './page-words.ts';

const WORD = 'RESTORE';
const LOOK_MS = 500;
/** A stop takes up to 20 seconds. */
const LONGEST_MS = 90_000;

interface RestoreProps {
  readonly it: BackupFile;
  /** When the last restore was, as far as the server remembers. */
  readonly last: string | null;
  readonly onClose: () => void;
  /** The server is there again, one way or the other. */
  readonly over: () => void;
}

/** Everything goes back: the rows of both sides are shown first, then the word is typed. */
export function RestoreDialog({ it, last, onClose, over }: RestoreProps) {
  const [checked, setChecked] = useState<Checked>();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const [phase, setPhase] = useState<'asking' | 'going' | 'silent'>('asking');
  const { guard, dialog } = useGuarded();
  const w = pageWords.value.backups;
  useEffect(() => {
    verifyBackup(it.name).then(setChecked, setError);
  }, []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setError(undefined);
    guard(async () => {
      setPhase('going');
      await ask(backupsOf()({ name: it.name }).restore.post({ word: WORD }));
    })
      .then(() => untilThere(last))
      .then(
        (there) => (there ? over() : setPhase('silent')),
        (problem) => {
          setPhase('asking');
          setError(problem);
        },
      );
  };
  return (
    <Dialog title={w.restoreTitle(moment(it.takenAt))} onClose={onClose} locked={phase === 'going'}>
      <form onSubmit={submit}>
        <p>{w.restoreWhat}</p>
        <p>{w.restoreSafe}</p>
        <p>{w.restoreKeys}</p>
        {checked === undefined && error === undefined && <p role="status">{w.verifying}</p>}
        {checked !== undefined && <Rows it={checked} />}
        <label>
          {w.typeWord}
          <input
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        {error !== undefined && <BackupProblem error={error} />}
        {phase === 'going' && <p role="status">{w.restoring}</p>}
        {phase === 'silent' && <p role="alert">{w.tooLong}</p>}
        <div class="actions">
          <button type="button" disabled={phase === 'going'} onClick={onClose}>
            {words.value.cancel}
          </button>
          <button
            type="submit"
            class="danger"
            disabled={typed.trim() !== WORD || checked === undefined || phase !== 'asking'}
          >
            {w.restoreVerb}
          </button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}

function Rows({ it }: { readonly it: Checked }) {
  const w = pageWords.value.backups;
  return (
    <table class="restore-rows">
      <thead>
        <tr>
          <th scope="col">{w.table}</th>
          <th scope="col">{w.present}</th>
          <th scope="col">{w.inBackup}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(w.counted).map(([table, name]) => (
          <tr key={table}>
            <th scope="row">{name}</th>
            <td>{count(it.now?.[table] ?? 0)}</td>
            <td>{count(it.counts[table] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks until the server is there again and says what became of it. @returns false when it stays away */
async function untilThere(last: string | null): Promise<boolean> {
  for (let passed = 0; passed < LONGEST_MS; passed += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    try {
      const { restored } = await loadBackups();
      if (restored !== null && restored.at !== last) return true;
    } catch {
      // It is being stopped, or not there yet.
    }
  }
  return false;
}
