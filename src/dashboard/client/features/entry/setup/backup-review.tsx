import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ForeignSeal, isForeign, RESTORE_WORDS, RestoreRows, SealKeyField } from '../../../parts/restore-rows.tsx';
import { bytes } from '../../../ui/bytes.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { moment } from '../../../ui/format.ts';
import { Said } from '../../../ui/said.tsx';
import { TypedWord } from '../../../ui/typed-word.tsx';
import { backupWords, startWords } from '../../../words/setup-start.ts';
import type { BackupCalls, ReadBackup, RestoreReport } from './backup-calls.ts';
import { BackupTrouble } from './backup-trouble.tsx';
import { PartHeading } from './part-heading.tsx';
import { useRestore } from './use-restore.ts';

interface ReviewProps {
  readonly calls: BackupCalls;
  readonly read: ReadBackup;
  readonly readAgain: (read: ReadBackup) => void;
  readonly restored: (report: RestoreReport) => void;
  readonly lost: () => void;
  readonly back: () => void;
}

export function BackupReview({ calls, read, readAgain, restored, lost, back }: ReviewProps) {
  const [isTyped, setTyped] = useState(false);
  const { phase, ended, go } = useRestore(calls, read, { restored, lost });
  const w = startWords.value;
  const asksWord = read.word || isForeign(read);
  const form = useForm(() => go(asksWord ? RESTORE_WORDS[0] : undefined));
  const key = useForm(async (text) => {
    await calls.enterKey(text('sealKey'));
    readAgain(await calls.read(read.name));
  });
  const isReady = phase === 'asking' && (!asksWord || isTyped);
  return (
    <>
      <PartHeading>{read.takenAt === null ? read.name : w.readTitle(moment(read.takenAt))}</PartHeading>
      <Contents read={read}>
        <Form of={key}>
          <SealKeyField w={backupWords.value} />
          <FormActions action={backupWords.value.useKey} />
        </Form>
      </Contents>
      <Form of={form}>
        {read.word && <p>{w.trade}</p>}
        {asksWord && <TypedWord label={backupWords.value.typeWord} word={RESTORE_WORDS} typed={setTyped} />}
        {form.whole !== undefined && <BackupTrouble error={form.whole} />}
        {ended !== undefined && <NotRestored ended={ended} />}
        <p role="status">{phase === 'going' && w.waiting}</p>
        {phase === 'silent' && (
          <p class="problem" role="alert">
            {w.silent}
          </p>
        )}
        <button type="submit" class="main wide" disabled={!isReady}>
          {w.restore}
        </button>
      </Form>
      {phase === 'asking' && (
        <p class="setup-other-way">
          <button type="button" class="quiet" onClick={back}>
            {w.another}
          </button>
        </p>
      )}
    </>
  );
}

interface ContentsProps {
  readonly read: ReadBackup;
  /** The form for the key of a sealed backup. */
  readonly children: ComponentChildren;
}

function Contents({ read, children }: ContentsProps) {
  const [w, b] = [startWords.value, backupWords.value];
  return (
    <>
      <p>{w.whole}</p>
      <p class="meta">
        {bytes(read.bytes)} · {b.schema} {read.schemaVersion}
        {read.docket !== null && ` · Docket ${read.docket}`} · <code>{read.address}</code>
      </p>
      <ForeignSeal w={b} of={read}>
        {children}
      </ForeignSeal>
      <RestoreRows w={b} counts={read.counts} {...(read.word ? { now: read.now } : {})} />
      {read.counts['people'] === 0 && <p class="note">{w.nobody}</p>}
    </>
  );
}

function NotRestored({ ended }: { readonly ended: RestoreReport | 'nothing' }) {
  const w = startWords.value;
  if (ended === 'nothing') {
    return (
      <p class="problem" role="alert">
        {w.notBegun}
      </p>
    );
  }
  return (
    <>
      <Said title={w.failed} text={ended.failure ?? ''} />
      <p>{w.failedNext}</p>
    </>
  );
}
