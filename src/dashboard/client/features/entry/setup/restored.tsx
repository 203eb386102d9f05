import { RestoreRows } from '../../../parts/restore-rows.tsx';
import { moment } from '../../../ui/format.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { backupWords, startWords } from '../../../words/setup-start.ts';
import { setupWords } from '../../../words/setup-words.ts';
import type { ReadBackup, RestoreReport } from './backup-calls.ts';
import { NoLink } from './no-link.tsx';
import { PartHeading } from './part-heading.tsx';

/** Reports that the server is back with the restored backup, and explains how to sign in. */
export function Restored({ report, read }: { readonly report: RestoreReport; readonly read: ReadBackup }) {
  const [w, b] = [startWords.value, backupWords.value];
  const counts = report.after ?? read.counts;
  const rows = <RestoreRows w={b} counts={counts} />;
  if ((counts['people'] ?? 0) === 0) {
    return (
      <>
        <NoLink title={w.nobodyTitle} what={w.nobodyLeft} command={setupWords.value.setupCommand} nobody />
        {rows}
      </>
    );
  }
  return (
    <>
      <PartHeading>{w.restoredTitle}</PartHeading>
      {read.takenAt !== null && <p>{w.restored(moment(read.takenAt))}</p>}
      {rows}
      <p>{w.signIn}</p>
      <p>
        <a class="button main wide" href="/app">
          {guestWords.value.signIn}
        </a>
      </p>
      <p class="meta">{b.restoreKeys}</p>
      {report.kept !== null && (report.before?.['workspaces'] ?? 0) > 0 && (
        <p class="meta">
          {b.restoredKept} <code>{report.kept}</code>
        </p>
      )}
    </>
  );
}
