import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BackupWords } from './backup-words-en.ts';

interface UploadFormProps {
  readonly w: Pick<BackupWords, 'file' | 'send' | 'sending' | 'uploaded'>;
  /** Resolves when the backup has been read whole and stands beside the others. */
  readonly send: (file: File) => Promise<void>;
  readonly problem: (error: unknown) => ComponentChildren;
}

/** A file is chosen and sent; on whatever page a backup is taken in. */
export function UploadForm({ w, send, problem }: UploadFormProps) {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<unknown>();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file === undefined) return;
    setError(undefined);
    setPhase('sending');
    send(file).then(
      () => setPhase('sent'),
      (refusal) => {
        setPhase('idle');
        setError(refusal);
      },
    );
  };
  return (
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
      {error !== undefined && problem(error)}
    </form>
  );
}
