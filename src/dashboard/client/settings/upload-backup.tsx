import { useState } from 'preact/hooks';
import { useGuarded } from '../parts.tsx';
import { sendBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { pageWords } from './page-words.ts';

/** A backup that lies on the reader's machine. */
export function UploadBackup({ done }: { readonly done: () => void }) {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const w = pageWords.value.backups;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file === undefined) return;
    setError(undefined);
    setPhase('sending');
    guard(() => sendBackup(file)).then(
      () => {
        setPhase('sent');
        done();
      },
      (problem) => {
        setPhase('idle');
        setError(problem);
      },
    );
  };
  return (
    <section aria-labelledby="upload-title">
      <h2 id="upload-title">{w.upload}</h2>
      <p class="lead">{w.uploadWhat}</p>
      <form onSubmit={submit}>
        <label>
          {w.file}
          <input
            type="file"
            accept=".db,application/vnd.sqlite3"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0]);
              setPhase('idle');
            }}
          />
        </label>
        <div class="actions">
          <button type="submit" disabled={file === undefined || phase === 'sending'}>
            {phase === 'sending' ? w.sending : w.send}
          </button>
        </div>
        <p role="status" class="done">
          {phase === 'sent' && w.uploaded}
        </p>
        {error !== undefined && <BackupProblem error={error} />}
      </form>
      {dialog}
    </section>
  );
}
