import { Field } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { zonesWith } from './zones.ts';

interface ZoneFieldProps {
  readonly id: string;
  readonly chosen: string;
  /** What the server finds wrong with it. */
  readonly problem: string | undefined;
}

export function ZoneField({ id, chosen, problem }: ZoneFieldProps) {
  const w = pageWords.value.workspace;
  return (
    <Field id={id} name="timeZone" label={w.timeZone} hint={w.timeZoneHint} problem={problem}>
      {(tied) => (
        <select key={chosen} {...tied}>
          {zonesWith(chosen).map((zone) => (
            <option key={zone} value={zone} selected={zone === chosen}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
