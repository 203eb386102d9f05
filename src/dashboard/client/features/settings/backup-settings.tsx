import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { zoneOf } from '../../parts/zones.ts';
import { DateField } from '../../ui/date-input.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { type Backups, backupsOf } from './backup-data.ts';
import { ShortNumber } from './number-field.tsx';
import { typedNumber } from './workspace-data.ts';

const USUAL_AT = '03:00';
const isBucket = (to: string): boolean => /^s3:/i.test(to.trim());

interface SettingsProps {
  readonly backups: Backups;
  readonly saved: () => void;
}

export function BackupSettings({ backups, saved }: SettingsProps) {
  const [made, setMade] = useState<boolean>();
  const w = pageWords.value.backups;
  const done = (isMade: boolean): void => {
    setMade(isMade);
    saved();
  };
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">{w.set}</h2>
      <p class="lead">{w.setWhat}</p>
      {/* The form starts over after saving, so that the typed secret key disappears. */}
      <SettingsForm key={JSON.stringify([backups.saved, backups.asks])} backups={backups} saved={done} />
      <p class="done" role="status">
        {made !== undefined && (made ? w.savedMade : words.value.saved)}
      </p>
    </section>
  );
}

function SettingsForm({ backups, saved }: { readonly backups: Backups; readonly saved: (made: boolean) => void }) {
  const [to, setTo] = useState(backups.givenBy.to === null ? ownTarget(backups) : backups.target);
  const [at, setAt] = useState(backups.saved.at ?? USUAL_AT);
  const form = useForm(async (text) => {
    const { made } = await ask(backupsOf().settings.post(changesOf(backups, at, text)));
    saved(made);
  });
  const w = pageWords.value.backups;
  const { givenBy } = backups;
  return (
    <GuardedForm of={form} class="narrow-form">
      <TextField
        name="to"
        label={w.target}
        hint={givenBy.to === null ? w.toHint : w.givenBy(givenBy.to)}
        disabled={givenBy.to !== null}
        maxLength={4_000}
        autocapitalize="off"
        spellcheck={false}
        value={to}
        onInput={(event) => setTo(event.currentTarget.value)}
      />
      {isBucket(to) && <StoreFields backups={backups} />}
      <DateField
        name="at"
        label={w.at}
        hint={
          givenBy.at === null ? w.atHint(zoneOf(backups.zone, language.value, Date.now()).name) : w.givenBy(givenBy.at)
        }
        disabled={givenBy.at !== null}
        kind="time"
        required
        value={at}
        set={setAt}
      />
      <KeepFields backups={backups} />
      <FormActions action={form.busy ? w.testing : w.testAndSave} />
    </GuardedForm>
  );
}

function KeepFields({ backups: { givenBy, keep, keepDays } }: { readonly backups: Backups }) {
  const w = pageWords.value.backups;
  return (
    <>
      <ShortNumber
        name="keep"
        label={w.keepCount}
        hint={givenBy.keep === null ? w.keptApart : w.givenBy(givenBy.keep)}
        disabled={givenBy.keep !== null}
        min={1}
        max={10_000}
        required
        defaultValue={keep}
      />
      <ShortNumber
        name="keepDays"
        label={w.keepDays}
        hint={givenBy.keepDays === null ? w.keepDaysHint : w.givenBy(givenBy.keepDays)}
        disabled={givenBy.keepDays !== null}
        min={1}
        max={36_500}
        defaultValue={keepDays ?? ''}
      />
    </>
  );
}

/**
 * Returns the saved target. A target from another machine's backup is left out, because here it may mean another place.
 */
const ownTarget = ({ asks, saved }: Backups): string => (asks ? '' : (saved.to ?? ''));

const STORE = ['endpoint', 'region', 'accessKey'] as const;

function StoreFields({ backups: { givenBy, saved } }: { readonly backups: Backups }) {
  const w = pageWords.value.backups;
  const { store: by } = givenBy;
  if (by !== null) return <p class="note">{w.givenBy(by)}</p>;
  return (
    <>
      {STORE.map((field) => (
        <TextField
          key={field}
          name={`store.${field}`}
          label={w.store[field]}
          hint={field === 'accessKey' ? undefined : w.storeHints[field]}
          required={field === 'accessKey'}
          maxLength={1_000}
          autocapitalize="off"
          spellcheck={false}
          defaultValue={saved.store?.[field] ?? ''}
        />
      ))}
      <TextField
        name="store.secretKey"
        label={w.store.secretKey}
        hint={saved.store === null ? undefined : w.secretKept}
        type="password"
        maxLength={1_000}
        autocomplete="new-password"
      />
    </>
  );
}

/**
 * Returns the changed settings that the page can change. After a restore, somebody must choose where new backups go.
 * Until then, even an unchanged target is included, so that the server records the choice.
 */
function changesOf(backups: Backups, at: string, text: (name: string) => string) {
  const { givenBy, saved } = backups;
  const to = text('to').trim();
  const [keep, keepDays] = [typedNumber(text('keep')), typedNumber(text('keepDays')) ?? null];
  const store = {
    endpoint: text('store.endpoint').trim(),
    region: text('store.region').trim(),
    accessKey: text('store.accessKey').trim(),
  };
  const secretKey = text('store.secretKey');
  const isOther = STORE.some((field) => store[field] !== (saved.store?.[field] ?? '')) || secretKey !== '';
  return {
    ...(givenBy.to === null && (backups.asks || to !== ownTarget(backups)) ? { to } : {}),
    ...(givenBy.to === null && givenBy.store === null && isBucket(to) && isOther
      ? { store: { ...store, ...(secretKey === '' ? {} : { secretKey }) } }
      : {}),
    ...(givenBy.at === null && at !== (saved.at ?? USUAL_AT) ? { at } : {}),
    ...(givenBy.keep === null && keep != null && keep !== backups.keep ? { keep } : {}),
    ...(givenBy.keepDays === null && keepDays !== backups.keepDays ? { keepDays } : {}),
  };
}
