import { ChoiceField } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { zonesWith } from './zones.ts';

interface ZoneFieldProps {
  readonly chosen: string;
}

export function ZoneField({ chosen }: ZoneFieldProps) {
  const w = pageWords.value.workspace;
  return (
    <ChoiceField key={chosen} name="timeZone" label={w.timeZone} hint={w.timeZoneHint}>
      {zonesWith(chosen).map((zone) => (
        <option key={zone} value={zone} selected={zone === chosen}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </ChoiceField>
  );
}
