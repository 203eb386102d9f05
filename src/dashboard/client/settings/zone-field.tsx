import { Field } from '../setup/fields.tsx';
import { pageWords } from './page-words.ts';
import { wordRule } from './workspace-data.ts';
import { zonesWith } from './zones.ts';

interface ZoneFieldProps {
  readonly id: string;
  readonly chosen: string;
  /** That the server found broken. */
  readonly rule: string | undefined;
}

export function ZoneField({ id, chosen, rule }: ZoneFieldProps) {
  const w = pageWords.value.workspace;
  return (
    <Field id={id} name="timeZone" label={w.timeZone} hint={w.timeZoneHint} problem={wordRule(rule)}>
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
