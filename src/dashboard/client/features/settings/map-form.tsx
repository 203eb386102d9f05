import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { isMapService, MAP_SERVICES } from '../../data/map-link.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { settingsOf } from './workspace-data.ts';

const chosenOf = (service: string): string => (service === '' ? 'auto' : isMapService(service) ? service : 'own');

/** Where “Map” on an order leads to, and the city that its addresses leave out. */
export function MapForm() {
  const { mapService = '', mapCity = '' } = workspace.value ?? {};
  const [chosen, choose] = useState(chosenOf(mapService));
  const form = useForm(async (text) => {
    const service = chosen === 'own' ? text('mapService') : chosen === 'auto' ? '' : chosen;
    await ask(settingsOf().profile.post({ mapService: service, mapCity: text('mapCity') }));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="map-title">
      <h2 id="map-title">{w.map}</h2>
      <p class="meta">{w.mapWhat}</p>
      <Form of={form} class="narrow-form">
        <ChoiceField
          name="service"
          label={w.mapService}
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {(['auto', ...MAP_SERVICES, 'own'] as const).map((one) => (
            <option key={one} value={one}>
              {w.mapServices[one]}
            </option>
          ))}
        </ChoiceField>
        {chosen === 'own' && (
          <TextField
            name="mapService"
            label={w.mapOwn}
            hint={w.mapOwnHint}
            required
            inputMode="url"
            maxLength={500}
            autocomplete="off"
            defaultValue={isMapService(mapService) ? '' : mapService}
          />
        )}
        <TextField
          name="mapCity"
          label={w.mapCity}
          hint={w.mapCityHint}
          maxLength={200}
          autocomplete="off"
          defaultValue={mapCity}
        />
        <FormActions action={words.value.save} done={w.saved} />
      </Form>
    </section>
  );
}
