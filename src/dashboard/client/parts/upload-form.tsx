import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../ui/field.tsx';
import { FileBox } from '../ui/file-box.tsx';
import { Form, useForm } from '../ui/form.tsx';
import type { BackupWords } from '../words/en/backups.ts';

interface UploadFormProps {
  readonly w: Pick<BackupWords, 'file' | 'send' | 'sending' | 'uploaded'>;
  /** Resolves when the server has read the backup completely and stored it with the others. */
  readonly send: (file: File) => Promise<void>;
  readonly problem: (error: unknown) => ComponentChildren;
}

export function UploadForm({ w, send, problem }: UploadFormProps) {
  const [file, setFile] = useState<File>();
  const form = useForm(async () => {
    if (file !== undefined) await send(file);
  });
  return (
    <Form of={form}>
      <Field name="file" label={w.file}>
        {(tied) => (
          <FileBox
            {...tied}
            accept=".db,application/vnd.sqlite3"
            chosen={(next) => {
              setFile(next);
              form.reset();
            }}
          />
        )}
      </Field>
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
