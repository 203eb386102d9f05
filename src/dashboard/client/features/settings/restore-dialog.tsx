import { useState } from 'preact/hooks';
import { type api, ask } from '../../data/api.ts';
import { callServer, type DataOf } from '../../data/call-server.ts';
import { untilThere } from '../../data/until-there.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ForeignSeal, isForeign, RESTORE_WORDS, RestoreRows } from '../../parts/restore-rows.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { moment } from '../../ui/format.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type BackupFile, backupsOf, verifyBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { EnterKeyDialog } from './recovery-sheet.tsx';

interface RestoreProps {
  readonly backup: BackupFile;
  readonly onClose: () => void;
  /** Called when the server is back. @param next the page for reviewing access; undefined if no review is needed */
  readonly over: (next: string | undefined) => void;
}

export function RestoreDialog({ backup, onClose, over }: RestoreProps) {
  const [phase, setPhase] = useState<'asking' | 'going' | 'silent'>('asking');
  const w = pageWords.value.backups;
  const [isTyping, setTyping] = useState(false);
  const { data: checked, error: unread, reload } = useLoaded(() => verifyBackup(backup.name), backup.name);
  const restore = async (): Promise<void> => {
    try {
      setPhase('going');
      const { token } = await ask(
        backupsOf()({ name: backup.name }).restore.post({
          word: RESTORE_WORDS[0],
          anySeal: checked !== undefined && isForeign(checked),
        }),
      );
      const report = await untilThere(() => reportBy(token));
      if (report === undefined) setPhase('silent');
      // The restore has ended the reader's session, so the dialog cannot stay open.
      else over(report.held ? `/app/setup#${token}` : undefined);
    } catch (problem) {
      setPhase('asking');
      throw problem;
    }
  };
  if (isTyping) return <EnterKeyDialog entered={reload} onClose={() => setTyping(false)} />;
  return (
    <FormDialog
      title={w.restoreTitle(moment(backup.takenAt))}
      effects={[w.restoreWhat, w.restoreSafe, w.restoreKeys]}
      confirm={{ label: w.typeWord, word: RESTORE_WORDS }}
      action={w.restoreVerb}
      danger
      disabled={checked === undefined || phase !== 'asking'}
      locked={phase === 'going'}
      problem={(error) => <BackupProblem error={error} />}
      send={restore}
      done={() => undefined}
      onClose={onClose}
    >
      <div class="settings-compared">
        {checked === undefined && unread === undefined && <p role="status">{w.verifying}</p>}
        {checked !== undefined && <RestoreRows w={w} counts={checked.counts} now={checked.now} />}
      </div>
      {checked !== undefined && (
        <ForeignSeal w={w} of={checked}>
          <p>
            <button type="button" onClick={() => setTyping(true)}>
              {w.sheetEnter}
            </button>
          </p>
        </ForeignSeal>
      )}
      <BackupProblem error={unread} />
      {phase === 'going' && <p role="status">{w.restoring}</p>}
      {phase === 'silent' && <p role="alert">{w.tooLong}</p>}
    </FormDialog>
  );
}

type Outcome = DataOf<(typeof api)['setup']['backups']['restored']['post']>;

/** Loads the report of a restore. Before the restore has ended, returns undefined or throws a Refusal. */
async function reportBy(token: string) {
  const { restored } = await callServer<Outcome>('setup/backups/restored', { token });
  return restored ?? undefined;
}
