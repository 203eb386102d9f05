import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { typedZone, ZoneField } from '../../parts/zone-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm, useFormAround } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { phoneTyped } from '../../ui/phone-typed.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { LogoField } from './logo-field.tsx';
import { LookFields } from './look-fields.tsx';
import { MapFields, mapServiceIn } from './map-fields.tsx';
import { NumbersFields, numbersIn } from './numbers-fields.tsx';
import { type Settings, settingsOf } from './workspace-data.ts';

type Text = (name: string) => string;

/** Fields that the reader did not change are left out, so that another person's changes to them stay. */
function changesIn(text: Text) {
  const kept: Readonly<Record<string, unknown>> = { ...workspace.value };
  const typed = {
    name: text('name'),
    timeZone: typedZone(text, workspace.value?.timeZone ?? 'UTC'),
    accent: text('accent'),
    address: text('address'),
    phone: text('phone'),
    thanks: text('thanks'),
    mapService: mapServiceIn(text),
    mapCity: text('mapCity'),
  };
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== (kept[field] ?? '')));
}

export function ShopForm({ settings, saved }: { readonly settings: Settings; readonly saved: () => void }) {
  const [refused, setRefused] = useState(false);
  const form = useForm(async (text) => {
    const [shop, numbers] = [changesIn(text), numbersIn(text, settings)];
    if (Object.keys(shop).length > 0) await ask(settingsOf().profile.post(shop));
    if (numbers !== undefined) await ask(settingsOf().numbers.post(numbers));
    await refreshMe();
    saved();
  });
  const w = pageWords.value.workspace;
  return (
    <GuardedForm of={form}>
      <section aria-labelledby="profile-title">
        <h2 id="profile-title">{w.profile}</h2>
        <div class="narrow-form">
          <TextField
            name="name"
            label={w.name}
            hint={w.nameHint}
            required
            maxLength={200}
            defaultValue={workspace.value?.name ?? ''}
          />
          <ZoneField withOrders chosen={workspace.value?.timeZone ?? 'UTC'} />
        </div>
      </section>
      <section aria-labelledby="look-title">
        <h2 id="look-title">{w.look}</h2>
        <LookFields />
        <LogoField />
      </section>
      <PaperFields />
      <MapFields />
      <NumbersFields settings={settings} refuse={setRefused} />
      <FormActions action={words.value.save} disabled={refused} field={<Saves />} sticky />
    </GuardedForm>
  );
}

/** After saving, a message takes the place of this text, so that the button does not move. */
function Saves() {
  const form = useFormAround();
  const w = pageWords.value.workspace;
  return (
    <p class="meta settings-saves" role="status">
      {form?.isDone === true ? w.saved : w.saves}
    </p>
  );
}

function PaperFields() {
  const { address = '', phone = '', thanks = '' } = workspace.value ?? {};
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="papers-title">
      <h2 id="papers-title">{w.papers}</h2>
      <p class="lead">{w.papersWhat}</p>
      <div class="narrow-form">
        <TextField name="address" label={w.address} maxLength={200} defaultValue={address} />
        <TextField name="phone" label={w.phone} {...phoneTyped()} maxLength={200} defaultValue={phone} />
        <TextField name="thanks" label={w.thanks} hint={w.thanksHint} maxLength={200} defaultValue={thanks} />
      </div>
    </section>
  );
}
