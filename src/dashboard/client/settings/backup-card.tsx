import { useState } from 'preact/hooks';
import { ago, count, moment } from '../format.ts';
import { useGuarded } from '../parts.tsx';
import { askForFile, type BackupFile, fileAddress, verifyBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { bytes } from './bytes.ts';
import { pageWords } from './page-words.ts';

/** Its own name says so; of those made on schedule, also by older versions, the last runs may know more. */
function whyOf({ kind, cause }: BackupFile): string {
  const w = pageWords.value.backups;
  if (kind !== 'schedule') return w.kinds[kind];
  return cause === null ? w.elsewhere : w.causes[cause];
}

interface CardProps {
  readonly it: BackupFile;
  readonly restore: () => void;
}

/** One backup: what it is, and what can be done with it. */
export function BackupCard({ it, restore }: CardProps) {
  const [reading, setReading] = useState(false);
  const [sound, setSound] = useState<string>();
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const w = pageWords.value.backups;
  const when = moment(it.takenAt);
  const verify = (): void => {
    setReading(true);
    setError(undefined);
    setSound(undefined);
    verifyBackup(it.name)
      .then(({ counts }) => {
        const of = (table: string): string => count(counts[table] ?? 0);
        setSound(w.sound(w.rows(of('orders'), of('inquiries'))));
      }, setError)
      .finally(() => setReading(false));
  };
  const download = (): void => {
    setError(undefined);
    guard(() => askForFile(it.name)).then(() => location.assign(fileAddress(it.name)), setError);
  };
  const button = (text: string, act: () => void, kind = '') => (
    <button type="button" class={`quiet ${kind}`} aria-label={`${text}: ${when}`} disabled={reading} onClick={act}>
      {text}
    </button>
  );
  return (
    <li>
      <div class="who">
        <p>
          <strong>
            <time title={ago(it.takenAt)}>{when}</time>
          </strong>
        </p>
        <p class="meta">
          {bytes(it.bytes)}
          {it.schemaVersion !== null && ` · ${w.schema} ${it.schemaVersion}`} · {whyOf(it)}
        </p>
      </div>
      <div class="key-actions">
        {button(w.verify, verify)}
        {button(w.download, download)}
        {button(w.restore, restore, 'danger')}
      </div>
      <div role="status" class="meta">
        {reading && w.verifying}
        {sound}
      </div>
      {error !== undefined && <BackupProblem error={error} />}
      {dialog}
    </li>
  );
}
