import { Refusal } from '../refusal.ts';
import { Said } from '../settings/said.tsx';
import { Trouble } from '../sign-in/guest-parts.tsx';
import { backupWords, startWords } from './start-words.ts';

/** Of the link, or of a backup that was taken away meanwhile. */
export const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';

/** A refusal in the reader's words, but for what is of the server's own surroundings. */
export function BackupTrouble({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const code = error instanceof Refusal ? error.code : '';
  if (error instanceof Refusal && code === 'backup_trouble') {
    return <Said title={backupWords.value.trouble} text={error.message} />;
  }
  if (code === 'backup_busy') {
    return (
      <p class="problem" role="alert">
        {startWords.value.busy}
      </p>
    );
  }
  return retry === undefined ? <Trouble error={error} /> : <Trouble error={error} retry={retry} />;
}
