import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BackupWords } from '../words/en/backups.ts';
import { Form, useForm } from './form.tsx';

interface UploadFormProps {
  readonly w: Pick<BackupWords, 'file' | 'send' | 'sending' | 'uploaded'>;
  /** Resolves when the backup has been read whole and stands beside the others. */
  readonly send: (file: File) => Promise<void>;
  readonly problem: (error: unknown) => ComponentChildren;
}

/** A file is chosen and sent; on whatever page a backup is taken in. */
export function UploadForm({ w, send, problem }: UploadFormProps) {
  const [file, setFile] = useState<File>();
  const form = useForm(async () => {
    if (file !== undefined) await send(file);
  });
  return (
    <Form of={form}>
      <label>
        {w.file}
        <input
          type="file"
          accept=".db,application/vnd.sqlite3"
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
            form.reset();
          }}
        />
      </label>
      <div class="actions start">
        <button type="submit" disabled={file === undefined}>
          {form.busy ? w.sending : w.send}
        </button>
      </div>
      <p role="status" class="done">
        {form.isDone && w.uploaded}
      </p>
      {form.whole !== undefined && problem(form.whole)}
    </Form>
  );
}
