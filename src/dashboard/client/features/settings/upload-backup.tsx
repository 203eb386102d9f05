import { UploadForm } from '../../parts/upload-form.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { sendBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';

export function UploadBackup({ done }: { readonly done: () => void }) {
  const w = pageWords.value.backups;
  return (
    <section aria-labelledby="upload-title">
      <h2 id="upload-title">{w.upload}</h2>
      <p class="lead">{w.uploadWhat}</p>
      <UploadForm
        w={w}
        send={(file) => sendBackup(file).then(done)}
        problem={(error) => <BackupProblem error={error} />}
      />
    </section>
  );
}
