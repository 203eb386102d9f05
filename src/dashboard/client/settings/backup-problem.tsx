import { Refusal } from '../api.ts';
import { Problem } from '../parts.tsx';
import { pageWords } from './page-words.ts';
import { Said } from './said.tsx';

/** A refusal in the reader's words, but for what is of the server's own surroundings. */
export function BackupProblem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  if (!(error instanceof Refusal) || error.code !== 'backup_trouble') {
    return retry === undefined ? <Problem error={error} /> : <Problem error={error} retry={retry} />;
  }
  return <Said title={pageWords.value.backups.trouble} text={error.message} />;
}
