import { useState } from 'preact/hooks';
import { ACCENTS } from '../../../shared/accents.ts';
import { ask } from '../../data/api.ts';
import { isMapService, MAP_SERVICES } from '../../data/map-link.ts';
import { here, logoAddress, refreshMe, workspace } from '../../data/me.ts';
import { base64Of } from '../../data/picture-text.ts';
import { scaledPicture } from '../../data/scaled-picture.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { typedZone, ZoneField } from '../../parts/zone-field.tsx';
import { wearAccent } from '../../ui/accent.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Choices, Field, Radios, TextField } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { useForm, useFormAround } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { phoneTyped } from '../../ui/phone-typed.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
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
      {form?.isDone === true ? words.value.saved : w.saves}
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

const FIRST_OWN = '#1f5c4d';

function LookFields() {
  const [accent, setAccent] = useState(workspace.value?.accent ?? 'pine');
  const w = pageWords.value.workspace;
  const own = accent.startsWith('#');
  const choose = (chosen: string): void => {
    setAccent(chosen);
    void wearAccent(document.documentElement, chosen);
  };
  const ownOne = own ? accent : FIRST_OWN;
  return (
    <>
      <Choices name="accent" label={w.accent} class="settings-accents">
        {ACCENTS.map((name) => (
          <label key={name} class="settings-accent" data-accent={name}>
            <input type="radio" name="accent" value={name} checked={accent === name} onChange={() => choose(name)} />
            {w.accents[name]}
          </label>
        ))}
        <label class="settings-accent">
          <input type="radio" name="accent" value={ownOne} checked={own} onChange={() => choose(ownOne)} />
          {w.ownAccent}
        </label>
        {own && (
          <input
            type="color"
            aria-label={w.ownAccent}
            value={accent}
            onInput={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
      </Choices>
      <p class="meta">{w.accentWhat}</p>
    </>
  );
}

const chosenOf = (service: string): string => (service === '' ? 'auto' : isMapService(service) ? service : 'own');

function mapServiceIn(text: (name: string) => string): string {
  const chosen = text('service');
  return chosen === 'own' ? text('mapService') : chosen === 'auto' ? '' : chosen;
}

function MapFields() {
  const { mapService = '', mapCity = '' } = workspace.value ?? {};
  const [chosen, choose] = useState(chosenOf(mapService));
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="map-title">
      <h2 id="map-title">{w.map}</h2>
      <p class="lead">{w.mapWhat}</p>
      <div class="narrow-form">
        <Radios
          name="service"
          label={w.mapService}
          value={chosen}
          choose={choose}
          options={(['auto', ...MAP_SERVICES, 'own'] as const).map((one) => ({ value: one, text: w.mapServices[one] }))}
        />
        {chosen === 'own' && (
          <TextField
            name="mapService"
            label={w.mapOwn}
            hint={w.mapOwnHint}
            required
            inputMode="url"
            maxLength={500}
            defaultValue={isMapService(mapService) ? '' : mapService}
          />
        )}
        <TextField name="mapCity" label={w.mapCity} hint={w.mapCityHint} maxLength={200} defaultValue={mapCity} />
      </div>
    </section>
  );
}

function LogoField() {
  const sending = useSending();
  const w = pageWords.value.workspace;
  const address = logoAddress();
  const logo = () => here().logo;
  const put = async (file: File): Promise<void> => {
    await ask(logo().post({ image: base64Of(await scaledPicture(file, { path: 'image', isDrawn: true })) }));
    await refreshMe();
    say(words.value.saved);
  };
  const remove = () => ask(logo().remove.post({})).then(refreshMe);
  return (
    <div class="narrow-form settings-logo-field" aria-busy={sending.busy}>
      <Field name="image" label={w.logo} hint={w.logoHint}>
        {({ name: _, ...tied }) => (
          <FileBox
            key={address}
            {...tied}
            accept="image/png,image/jpeg,image/webp"
            chosen={(file) => file !== undefined && sending.begin(() => put(file))}
          />
        )}
      </Field>
      {address !== undefined && (
        <p class="line">
          <img class="settings-logo" src={address} alt={w.logo} />
          <ActButton sending={sending} act={remove} class="quiet danger">
            {w.removeLogo}
          </ActButton>
        </p>
      )}
      <Problem error={sending.error} />
    </div>
  );
}
