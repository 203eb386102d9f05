import { useEffect, useState } from 'preact/hooks';
import { RestoreRows } from '../../../parts/restore-rows.tsx';
import { moment } from '../../../ui/format.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { backupWords, startWords } from '../../../words/setup-start.ts';
import { setupWords } from '../../../words/setup-words.ts';
import { backupCalls, type ReadBackup, type RestoreReport } from './backup-calls.ts';
import { BackupChoice } from './backup-choice.tsx';
import { BackupReview } from './backup-review.tsx';
import type { GoodLink } from './link-page.tsx';
import { NoLink } from './no-link.tsx';
import { PartHeading } from './part-heading.tsx';
import { RestoredAccess } from './restored-access.tsx';

interface FromBackupProps extends GoodLink {
  readonly back: () => void;
}

export function FromBackup({ token, refuse, back }: FromBackupProps) {
  const [calls] = useState(() => backupCalls(token));
  const [read, setRead] = useState<ReadBackup>();
  const [report, setReport] = useState<RestoreReport>();
  const [isGone, setGone] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const w = startWords.value;
  useEffect(() => {
    document.title = `${w.title} · Docket`;
    return () => {
      document.title = `${setupWords.value.title} · Docket`;
    };
  }, [w]);
  const choose = (chosen: ReadBackup | undefined): void => {
    setGone(false);
    setRead(chosen);
  };
  // Either the link or the backup no longer exists; loading the list again shows which.
  const lost = (): void => {
    setRead(undefined);
    setGone(true);
  };
  if (read === undefined)
    return <BackupChoice calls={calls} isGone={isGone} refuse={refuse} lost={lost} back={back} chosen={choose} />;
  if (report?.held === true && !isOpen) {
    return <RestoredAccess token={token} refuse={refuse} opened={() => setOpen(true)} />;
  }
  if (report !== undefined) return <Restored report={report} read={read} />;
  return (
    <BackupReview
      calls={calls}
      read={read}
      readAgain={setRead}
      lost={lost}
      restored={setReport}
      back={() => choose(undefined)}
    />
  );
}

function Restored({ report, read }: { readonly report: RestoreReport; readonly read: ReadBackup }) {
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
