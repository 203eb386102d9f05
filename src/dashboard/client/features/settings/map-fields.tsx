import { useState } from 'preact/hooks';
import { isMapService, MAP_SERVICES } from '../../data/map-link.ts';
import { workspace } from '../../data/me.ts';
import { Radios, TextField } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';

const chosenOf = (service: string): string => (service === '' ? 'auto' : isMapService(service) ? service : 'own');

export function mapServiceIn(text: (name: string) => string): string {
  const chosen = text('service');
  return chosen === 'own' ? text('mapService') : chosen === 'auto' ? '' : chosen;
}

export function MapFields() {
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
