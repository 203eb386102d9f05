import { useGuarded } from '../parts.tsx';
import { sendBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { pageWords } from './page-words.ts';
import { UploadForm } from './upload-form.tsx';

/** A backup that lies on the reader's machine. */
export function UploadBackup({ done }: { readonly done: () => void }) {
  const { guard, dialog } = useGuarded();
  const w = pageWords.value.backups;
  return (
    <section aria-labelledby="upload-title">
      <h2 id="upload-title">{w.upload}</h2>
      <p class="lead">{w.uploadWhat}</p>
      <UploadForm
        w={w}
        send={(file) => guard(() => sendBackup(file)).then(done)}
        problem={(error) => <BackupProblem error={error} />}
      />
      {dialog}
    </section>
  );
}
