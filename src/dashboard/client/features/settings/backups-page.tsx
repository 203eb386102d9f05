import { useState } from 'preact/hooks';
import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { RestoreRows } from '../../parts/restore-rows.tsx';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { UploadForm } from '../../parts/upload-form.tsx';
import { bytes } from '../../ui/bytes.ts';
import { Chip } from '../../ui/chip.tsx';
import { BACKUPS } from '../../ui/empty/drawings/backups.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { ago, moment } from '../../ui/format.ts';
import { Said, Unreadable } from '../../ui/said.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { BackupCard } from './backup-card.tsx';
import { type BackupFile, type Backups, loadBackups, sendBackup } from './backup-data.ts';
import { BackupFacts } from './backup-facts.tsx';
import { BackupProblem } from './backup-problem.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { Lost, RecoverySheet } from './recovery-sheet.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

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
