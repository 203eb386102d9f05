import { Refusal } from '../api.ts';
import { Problem } from '../parts.tsx';
import { pageWords } from './page-words.ts';

/** What the server says of its disk or of a bucket stands as it is: it is for whoever can mend it. */
export function BackupProblem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  if (!(error instanceof Refusal) || error.code !== 'backup_trouble') {
    return retry === undefined ? <Problem error={error} /> : <Problem error={error} retry={retry} />;
  }
  return <Said title={pageWords.value.backups.trouble} text={error.message} />;
}

export function Said({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="problem" role="alert">
      <p>{title}</p>
      <p>
        <code>{text}</code>
      </p>
    </div>
  );
}
