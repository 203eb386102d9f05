import { useState } from 'preact/hooks';
import { type api, ask } from '../../data/api.ts';
import { callServer, type Given } from '../../data/call-server.ts';
import { untilThere } from '../../data/until-there.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { moment } from '../../ui/format.ts';
import { ForeignSeal, isForeign, RestoreRows } from '../../ui/restore-rows.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { type BackupFile, backupsOf, verifyBackup } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';

const WORD = 'RESTORE';

interface RestoreProps {
  readonly it: BackupFile;
  readonly onClose: () => void;
  /** The server is there again, one way or the other. @param next where what came back is gone through, if it is held */
  readonly over: (next: string | undefined) => void;
}

/** Everything goes back: the rows of both sides are shown first, then the word is typed. */
export function RestoreDialog({ it, onClose, over }: RestoreProps) {
  const [typed, setTyped] = useState('');
  const [phase, setPhase] = useState<'asking' | 'going' | 'silent'>('asking');
  const w = pageWords.value.backups;
  const { data: checked, error: unread } = useLoaded(() => verifyBackup(it.name), it.name);
  const form = useForm(async () => {
    try {
      setPhase('going');
      const { token } = await ask(
        backupsOf()({ name: it.name }).restore.post({
          word: WORD,
          anySeal: checked !== undefined && isForeign(checked),
        }),
      );
      const report = await untilThere(() => reportBy(token));
      if (report === undefined) setPhase('silent');
      // The session of whoever looks at this page is over as well.
      else over(report.held ? `/app/setup#${token}` : undefined);
    } catch (problem) {
      setPhase('asking');
      throw problem;
    }
  });
  const error = form.error ?? unread;
  return (
    <Dialog title={w.restoreTitle(moment(it.takenAt))} onClose={onClose} locked={phase === 'going'}>
      <Form of={form}>
        <p>{w.restoreWhat}</p>
        <p>{w.restoreSafe}</p>
        <p>{w.restoreKeys}</p>
        {checked === undefined && error === undefined && <p role="status">{w.verifying}</p>}
        {checked !== undefined && <ForeignSeal w={w} of={checked} />}
        {checked !== undefined && <RestoreRows w={w} counts={checked.counts} now={checked.now} />}
        <BackupProblem error={error} />
        {phase === 'going' && <p role="status">{w.restoring}</p>}
        {phase === 'silent' && <p role="alert">{w.tooLong}</p>}
        <div class="actions settings-restore-foot">
          <label>
            {w.typeWord}
            <input
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
          <button type="button" disabled={phase === 'going'} onClick={onClose}>
            {words.value.cancel}
          </button>
          <button
            type="submit"
            class="danger"
            disabled={typed.trim() !== WORD || checked === undefined || phase !== 'asking'}
          >
            {w.restoreVerb}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

type Outcome = Given<(typeof api)['setup']['backups']['restored']['post']>;

/** What became of the restore that gave this token; undefined, or a refusal, as long as nothing did. */
async function reportBy(token: string) {
  const { restored } = await callServer<Outcome>('setup/backups/restored', { token });
  return restored ?? undefined;
}
