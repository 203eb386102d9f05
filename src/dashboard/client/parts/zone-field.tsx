import { useState } from 'preact/hooks';
import { wrongField } from '../data/wrong-field.ts';
import { Combobox } from '../ui/combobox.tsx';
import { language } from '../words/language.ts';
import { zoneWords } from '../words/zone-words.ts';
import { type Zone, zoneIn, zoneOf, zonesFor, zonesWith } from './zones.ts';

/** Reads the typed zone from a form. @throws Refusal at the field if the text does not name a zone */
export function typedZone(text: (name: string) => string, chosen: string): string {
  const [typed, now] = [text('timeZone'), Date.now()];
  if (typed === zoneOf(chosen, language.value, now).name) return chosen;
  const zone = zoneIn(typed, zonesWith(chosen, language.value, now));
  if (zone === undefined) throw wrongField('timeZone', zoneWords.value.unknown);
  return zone;
}

interface ZoneFieldProps {
  readonly chosen: string;
  /** True if there may be orders. The hint then says that their dates do not change with the zone. */
  readonly withOrders?: boolean;
}

/** Suggests zones by city or offset. The form must read the typed text with `typedZone`. */
export function ZoneField({ chosen, withOrders = false }: ZoneFieldProps) {
  const w = zoneWords.value;
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>();
  const kept = zoneOf(chosen, language.value, Date.now()).name;
  // A zone that another person has set meanwhile replaces the typed text.
  const text = typed?.of === chosen ? typed.text : kept;
  const set = (now: string): void => setTyped({ of: chosen, text: now });
  return (
    <Combobox<Zone>
      name="timeZone"
      label={w.label}
      hint={withOrders ? `${w.hint} ${w.stays}` : w.hint}
      required
      selects
      value={text}
      set={set}
      find={async (sought) => zonesFor(sought, zonesWith(chosen, language.value, Date.now()))}
      keyOf={({ id }) => id}
      show={({ name, id }) => (
        <>
          <span>{name}</span>
          <span class="meta">{id.replaceAll('_', ' ')}</span>
        </>
      )}
      choose={({ name }) => set(name)}
    />
  );
}
