import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { saveText } from '../../data/save-file.ts';
import { SealKeyField } from '../../parts/restore-rows.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type Backups, backupsOf } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';

interface Sheet {
  readonly name: string;
  readonly text: string;
}

interface RecoverySheetProps {
  readonly backups: Backups;
  readonly changed: () => void;
}

/** Lets the owner print, save or enter the seal key. Backups do not contain it, but a restore elsewhere needs it. */
export function RecoverySheet({ backups: { sheet }, changed }: RecoverySheetProps) {
  const [shown, setShown] = useState<Sheet>();
  const [isTyping, setTyping] = useState(false);
  const sending = useSending();
  const w = pageWords.value.backups;
  const show = async (): Promise<void> => setShown(await ask(backupsOf().key.post({})));
  const over = (): void => {
    setShown(undefined);
    changed();
  };
  return (
    <section aria-labelledby="sheet-title">
      <h2 id="sheet-title">{w.sheet}</h2>
      {!sheet.isKept && <p class="settings-warning">{w.sheetMissing}</p>}
      <p class="lead">{w.sheetWhat}</p>
      {sheet.key !== null && (
        <p class="meta">
          {w.sheetKey} <code>{sheet.key}</code>
        </p>
      )}
      <div class="actions start">
        <ActButton sending={sending} class={sheet.isKept ? undefined : 'main'} act={show}>
          {w.sheetShow}
        </ActButton>
        <button type="button" onClick={() => setTyping(true)}>
          {w.sheetEnter}
        </button>
      </div>
      <BackupProblem error={sending.error} />
      {shown !== undefined && <SheetDialog sheet={shown} onClose={over} />}
      {isTyping && <EnterKeyDialog entered={changed} onClose={() => setTyping(false)} />}
    </section>
  );
}

interface EnterKeyProps {
  readonly entered: () => void;
  readonly onClose: () => void;
}

export function EnterKeyDialog({ entered, onClose }: EnterKeyProps) {
  const w = pageWords.value.backups;
  return (
    <FormDialog
      title={w.sheetEnter}
      effects={[w.sheetEnterWhat]}
      action={w.useKey}
      send={(text) => ask(backupsOf().key.enter.post({ sealKey: text('sealKey') }))}
      done={() => {
        entered();
        onClose();
      }}
      onClose={onClose}
    >
      <SealKeyField w={w} />
    </FormDialog>
  );
}

function SheetDialog({ sheet: { name, text }, onClose }: { readonly sheet: Sheet; readonly onClose: () => void }) {
  const w = pageWords.value.backups;
  const made = w.sheetMade(formatTime(new Date().toISOString()));
  const save = (): void => {
    const lines = [w.sheetTitle, `${w.sheetKey} ${name}`, made, '', text, '', w.sheetUse, w.sheetSecret, ''];
    saveText(lines.join('\n'), `docket-recovery-${name}.txt`);
  };
  return (
    <Dialog title={w.sheetTitle} onClose={onClose} locked>
      <div class="settings-sheet">
        <p>
          {w.sheetKey} <code>{name}</code>
        </p>
        <QrCode class="qr-code" text={text} label={w.sheetPicture} />
        <pre>{text}</pre>
        <p>{w.sheetUse}</p>
        <p>{w.sheetSecret}</p>
        <p class="meta">{made}</p>
      </div>
      <div class="actions sticky">
        <button type="button" onClick={() => window.print()}>
          {w.sheetPrint}
        </button>
        <button type="button" onClick={save}>
          {w.sheetSave}
        </button>
        <button type="button" class="main" onClick={onClose}>
          {w.sheetDone}
        </button>
      </div>
    </Dialog>
  );
}

/**
 * Lists the secrets that must be set up again, because no seal key on this server opens them; nothing if all secrets
 * open.
 */
export function Lost({ backups: { lost } }: { readonly backups: Backups }) {
  const w = pageWords.value.backups;
  if (lost.endpoints.length + lost.factors.length === 0) return null;
  return (
    <section class="settings-warning" aria-labelledby="lost-title">
      <h2 id="lost-title">{w.lost}</h2>
      <p>{w.lostWhat}</p>
      {lost.endpoints.length > 0 && (
        <>
          <p>{w.lostEndpoints}</p>
          <ul>
            {lost.endpoints.map(({ id, url, workspace }) => (
              <li key={id}>
                <bdi>{url}</bdi> · <bdi>{workspace}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {lost.factors.length > 0 && (
        <>
          <p>{w.lostFactors}</p>
          <ul>
            {lost.factors.map((email) => (
              <li key={email}>
                <bdi>{email}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
