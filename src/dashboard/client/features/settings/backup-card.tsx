import { useState } from 'preact/hooks';
import { ActButton } from '../../ui/act-button.tsx';
import { bytes } from '../../ui/bytes.ts';
import { ago, count, moment } from '../../ui/format.ts';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { askForFile, type BackupFile, fileAddress, verifyBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';

/**
 * Returns the reason why a backup was made. If the name of the backup does not contain the reason, the log of runs may.
 */
function whyOf({ kind, cause }: BackupFile): string {
  const w = pageWords.value.backups;
  if (kind !== 'schedule') return w.kinds[kind];
  return cause === null ? w.elsewhere : w.causes[cause];
}

export function BackupCard({ file, restore }: { readonly file: BackupFile; readonly restore: () => void }) {
  const [reading, setReading] = useState(false);
  const [sound, setSound] = useState<string>();
  const sending = useSending();
  const w = pageWords.value.backups;
  const when = moment(file.takenAt);
  const verify = async (): Promise<void> => {
    setReading(true);
    setSound(undefined);
    try {
      const { counts } = await verifyBackup(file.name);
      const of = (table: string): string => count(counts[table] ?? 0);
      setSound(w.sound(w.rows(of('orders'), of('inquiries'))));
    } finally {
      setReading(false);
    }
  };
  const download = async (): Promise<void> => {
    await askForFile(file.name);
    location.assign(fileAddress(file.name));
  };
  const button = (text: string, act: () => Promise<void>) => (
    <ActButton sending={sending} class="quiet" aria-label={`${text}: ${when}`} disabled={reading} act={act}>
      {text}
    </ActButton>
  );
  return (
    <li>
      <div class="settings-who">
        <p>
          <strong>
            <time title={ago(file.takenAt)}>{when}</time>
          </strong>
        </p>
        <p class="meta">
          {bytes(file.bytes)}
          {file.schemaVersion !== null && ` · ${w.schema} ${file.schemaVersion}`} · {whyOf(file)}
        </p>
      </div>
      <div class="card-actions">
        {button(w.verify, verify)}
        {button(w.download, download)}
        <button type="button" class="quiet" aria-label={`${w.restore}: ${when}`} disabled={reading} onClick={restore}>
          {w.restore}
        </button>
      </div>
      <div role="status" class="meta">
        {reading && w.verifying}
        {sound}
      </div>
      <BackupProblem error={sending.error} />
    </li>
  );
}
