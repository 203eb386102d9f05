import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAsked } from '../../../data/use-asked.ts';
import { UploadForm } from '../../../parts/upload-form.tsx';
import { bytes } from '../../../ui/bytes.ts';
import { ago, moment, plural } from '../../../ui/format.ts';
import { Unreadable } from '../../../ui/said.tsx';
import { useSending } from '../../../ui/sending.ts';
import { backupWords, startWords } from '../../../words/setup-start.ts';
import type { BackupCalls, BackupFile, BackupsHere, ReadBackup } from './backup-calls.ts';
import { BackupTrouble, isNotFound } from './backup-trouble.tsx';
import { PartHeading } from './part-heading.tsx';

interface ChoiceProps {
  readonly calls: BackupCalls;
  /** True if the last chosen backup no longer exists. */
  readonly isGone: boolean;
  readonly refuse: (error: unknown) => void;
  readonly lost: () => void;
  readonly chosen: (read: ReadBackup) => void;
  readonly back: () => void;
}

export function BackupChoice({ calls, isGone, refuse, lost, chosen, back }: ChoiceProps) {
  const w = startWords.value;
  const list = async (): Promise<BackupsHere> => {
    try {
      return await calls.list();
    } catch (problem) {
      if (isNotFound(problem)) refuse(problem);
      throw problem;
    }
  };
  const { data: here, error, reload: look } = useAsked(list, '');
  const send = async (file: File): Promise<void> => {
    try {
      chosen(await calls.send(file));
    } catch (problem) {
      // The upload may have succeeded although its answer was lost. Loading the list again shows the backup, or that
      // the setup link has expired.
      look();
      throw problem;
    }
  };
  const gone = (): void => {
    lost();
    look();
  };
  return (
    <>
      <PartHeading>{w.title}</PartHeading>
      <p class="lead">{w.lead}</p>
      <section aria-labelledby="on-server">
        <h2 id="on-server">{w.onServer}</h2>
        {isGone && <p role="alert">{w.gone}</p>}
        {error !== undefined && <BackupTrouble error={error} retry={look} />}
        {error === undefined && here === undefined && <p class="loading">{w.looking}</p>}
        {here !== undefined && <Files here={here} calls={calls} chosen={chosen} gone={gone} />}
      </section>
      <section aria-labelledby="on-computer">
        <h2 id="on-computer">{w.onComputer}</h2>
        <p class="meta">{w.uploadWhat}</p>
        <UploadForm w={backupWords.value} send={send} problem={(problem) => <BackupTrouble error={problem} />} />
      </section>
      <p class="setup-other-way">
        <button type="button" class="quiet" onClick={back}>
          {w.back}
        </button>
      </p>
    </>
  );
}

/** The number of backups shown at first. People usually want the newest. */
const FEW = 5;

interface FilesProps extends Pick<ChoiceProps, 'calls' | 'chosen'> {
  readonly here: BackupsHere;
  readonly gone: () => void;
}

function Files({ here, calls, chosen, gone }: FilesProps) {
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<string>();
  const sending = useSending();
  const w = startWords.value;
  const read = (name: string): void => {
    setAsked(name);
    sending.begin(async () => {
      try {
        chosen(await calls.read(name));
      } catch (problem) {
        if (!isNotFound(problem)) throw problem;
        gone();
      }
    });
  };
  if (here.unreadable !== null) return <Unreadable title={backupWords.value.unreadable} trouble={here.unreadable} />;
  const shown = isWhole ? here.files : here.files.slice(0, FEW);
  return (
    <>
      <p class="meta">
        <code>{here.target}</code>
      </p>
      {shown.length === 0 && (
        <p>
          {w.none} <code>--backup-to</code>.
        </p>
      )}
      <ul class="cards setup-backups-here">
        {shown.map((file) => (
          <FileCard key={file.name} file={file} isBusy={sending.busy} read={() => read(file.name)}>
            {asked === file.name && sending.busy && <p role="status">{backupWords.value.verifying}</p>}
            {asked === file.name && sending.error !== undefined && <BackupTrouble error={sending.error} />}
          </FileCard>
        ))}
      </ul>
      {shown.length < here.files.length && (
        <p class="setup-other-way">
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            {plural(here.files.length, w.all)}
          </button>
        </p>
      )}
    </>
  );
}

interface CardProps {
  readonly file: BackupFile;
  readonly isBusy: boolean;
  readonly read: () => void;
  readonly children: ComponentChildren;
}

function FileCard({ file, isBusy, read, children }: CardProps) {
  const when = moment(file.takenAt);
  return (
    <li>
      <p>
        <strong>
          <time title={ago(file.takenAt)}>{when}</time>
        </strong>{' '}
        <span class="meta">{bytes(file.bytes)}</span>
      </p>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        aria-label={`${startWords.value.choose}: ${when}`}
        onClick={read}
      >
        {startWords.value.choose}
      </button>
      <code class="meta">{file.name}</code>
      {children}
    </li>
  );
}
