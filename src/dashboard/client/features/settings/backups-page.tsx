import { useState } from 'preact/hooks';
import { type api, ask } from '../../data/api.ts';
import { callServer, type DataOf } from '../../data/call-server.ts';
import { workspaceId } from '../../data/me.ts';
import { untilThere } from '../../data/until-there.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ForeignSeal, isForeign, RESTORE_WORDS, RestoreRows } from '../../parts/restore-rows.tsx';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { UploadForm } from '../../parts/upload-form.tsx';
import { bytes } from '../../ui/bytes.ts';
import { Chip } from '../../ui/chip.tsx';
import { BACKUPS } from '../../ui/empty/drawings/backups.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ago, moment } from '../../ui/format.ts';
import { Said, Unreadable } from '../../ui/said.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { BackupCard } from './backup-card.tsx';
import { type BackupFile, type Backups, backupsOf, loadBackups, sendBackup, verifyBackup } from './backup-data.ts';
import { BackupFacts } from './backup-facts.tsx';
import { BackupProblem } from './backup-problem.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { EnterKeyDialog, Lost, RecoverySheet } from './recovery-sheet.tsx';

const LOOK_MS = 1_000;
const TONES = { running: 'busy', verified: 'good', failed: 'bad', stopped: 'idle' } as const;

export function BackupsPage() {
  const { data, error, reload } = useLoaded(loadBackups, workspaceId(), {
    again: (backups) => (backups?.busy === true ? LOOK_MS : undefined),
  });
  const [restoring, setRestoring] = useState<BackupFile>();
  const w = pageWords.value.backups;
  return (
    <SettingsPage title={words.value.settingsNav.backups} lead={w.what}>
      <BackupProblem error={error} retry={reload} />
      {data !== undefined && (
        <>
          <Report backups={data} />
          <Lost backups={data} />
          {data.asks && <p class="settings-warning">{w.asks}</p>}
          <BackupFacts backups={data} begun={reload} />
          <RecoverySheet backups={data} changed={reload} />
          <section aria-labelledby="list-title">
            <h2 id="list-title">{w.list}</h2>
            {data.unreadable !== null && <Unreadable trouble={data.unreadable} title={w.unreadable} />}
            {data.unreadable === null && data.files.length === 0 && (
              <Empty drawing={BACKUPS} title={w.empty} what={w.emptyWhat} level={3} />
            )}
            <ul class="cards settings-people settings-backups">
              {data.files.map((file) => (
                <BackupCard key={file.name} file={file} restore={() => setRestoring(file)} />
              ))}
            </ul>
          </section>
          <UploadBackup done={reload} />
          <BackupSettings backups={data} saved={reload} />
          <Runs backups={data} />
        </>
      )}
      {restoring !== undefined && (
        // After a restore, all data that this browser tab has loaded is outdated, so the tab reloads.
        <RestoreDialog
          backup={restoring}
          onClose={() => setRestoring(undefined)}
          over={(next) => (next === undefined ? location.reload() : location.assign(next))}
        />
      )}
    </SettingsPage>
  );
}

function Report({ backups: { restored, target } }: { readonly backups: Backups }) {
  const w = pageWords.value.backups;
  if (restored === null) return null;
  const when = moment(restored.at);
  if (restored.failure !== null) {
    return (
      <>
        <Said title={w.notRestored(when)} text={restored.failure} />
        <p>{w.byCommand}</p>
        <pre>{`docket restore ${target} --force`}</pre>
      </>
    );
  }
  return (
    <div class="note" role="status">
      <p>{w.restored(when)}</p>
      {restored.after !== null && <RestoreRows w={w} counts={restored.after} />}
      {restored.kept !== null && (
        <p>
          {w.restoredKept} <code>{restored.kept}</code>
        </p>
      )}
    </div>
  );
}

function Runs({ backups }: { readonly backups: Backups }) {
  const w = pageWords.value.backups;
  if (backups.runs.length === 0) return null;
  return (
    <section aria-labelledby="runs-title">
      <h2 id="runs-title">{w.runs}</h2>
      <ul class="cards">
        {backups.runs.map((run) => (
          <li key={`${run.startedAt} ${run.target}`}>
            <span class="device">
              <time title={moment(run.startedAt)}>{ago(run.startedAt)}</time>
            </span>
            <Chip tone={TONES[run.outcome]}>{w.outcomes[run.outcome]}</Chip>
            <span class="meta">
              {w.causes[run.cause]} · {run.target}
              {run.bytes !== null && ` · ${bytes(run.bytes)}`}
              {run.reason !== null && ` · ${run.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadBackup({ done }: { readonly done: () => void }) {
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

interface RestoreProps {
  readonly backup: BackupFile;
  readonly onClose: () => void;
  /** Called when the server is back. @param next the page for reviewing access; undefined if no review is needed */
  readonly over: (next: string | undefined) => void;
}

function RestoreDialog({ backup, onClose, over }: RestoreProps) {
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
