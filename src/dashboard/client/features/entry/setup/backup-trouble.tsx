import { isRefusal } from '../../../data/refusal.ts';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { useExplained } from '../../../ui/problem/use-explained.ts';
import { Said } from '../../../ui/said.tsx';
import { backupWords, startWords } from '../../../words/setup-start.ts';

/** Returns true if the link has expired, or the backup has been removed. */
export const isNotFound = (error: unknown): boolean => isRefusal(error, 'not_found');

export function BackupTrouble({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const trouble = isRefusal(error, 'backup_trouble') ? error : undefined;
  const [text = ''] = useExplained(trouble);
  if (trouble !== undefined) return <Said title={backupWords.value.trouble} text={text} />;
  if (isRefusal(error, 'backup_busy')) {
    return (
      <p class="problem" role="alert">
        {startWords.value.busy}
      </p>
    );
  }
  return retry === undefined ? <Trouble error={error} /> : <Trouble error={error} retry={retry} />;
}
