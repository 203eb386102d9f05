import { dateFormat } from '../ui/intl.ts';
import { RUSSIAN_CITIES } from './zone-cities.ts';

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The greatest number of zones in the list. To find others, people type more of the name. */
const SHOWN = 12;

export interface Zone {
  readonly id: string;
  readonly name: string;
  /** The offset, such as `+3` or `+5:30`. */
  readonly offset: string;
  readonly found: readonly string[];
}

function offsetOf(id: string, now: number): string {
  const parts = dateFormat('en-GB', { timeZone: id, timeZoneName: 'shortOffset' }).formatToParts(now);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return text.replace(/^(GMT|UTC)/, '') || '+0';
}

export function zoneOf(id: string, language: 'en' | 'ru', now: number): Zone {
  const english = id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const cities = RUSSIAN_CITIES[id] ?? [];
  const offset = offsetOf(id, now);
  const city = language === 'ru' ? (cities[0] ?? english) : english;
  const name = id === 'UTC' ? id : `${city}, UTC${offset}`;
  return { id, name, offset, found: [english, id.replaceAll('_', ' '), ...cities].map((one) => one.toLowerCase()) };
}

/**
 * Returns all zones, with the most likely ones first. The chosen zone is added because some browsers do not list all
 * zones in use.
 */
export function zonesWith(chosen: string, language: 'en' | 'ru', now: number): readonly Zone[] {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  const near = Object.keys(RUSSIAN_CITIES).filter((id) => known.has(id));
  const ids = new Set([chosen, ownZone(), ...near, ...[...known].toSorted(), 'UTC']);
  return [...ids].map((id) => zoneOf(id, language, now));
}

/**
 * Returns the zones that match a typed city, part of the world or offset (`+3`). Zones whose names begin with the text
 * are first.
 */
export function zonesFor(typed: string, zones: readonly Zone[]): readonly Zone[] {
  const text = typed.trim().toLowerCase();
  const distance = /^(?:utc|gmt)?\s*([+−-]\d{1,2}(?::\d\d)?)$/.exec(text)?.[1]?.replace('−', '-');
  const fits = (zone: Zone, isFit: (one: string) => boolean): boolean => zone.found.some(isFit);
  if (distance !== undefined) {
    const same = zones.filter((zone) => zone.offset === distance);
    // All zones with the typed offset are returned, because a limit would hide some of their cities from the reader.
    return [...same, ...zones.filter((zone) => zone.offset.startsWith(`${distance}:`))];
  }
  const first = zones.filter((zone) => fits(zone, (one) => one.startsWith(text)));
  const rest = zones.filter((zone) => !first.includes(zone) && fits(zone, (one) => one.includes(text)));
  return [...first, ...rest].slice(0, SHOWN);
}

/**
 * Returns the id of the zone with this exact name in any language. If no zone has this name but only one zone matches
 * the text, returns the id of that zone.
 */
export function zoneIn(typed: string, zones: readonly Zone[]): string | undefined {
  const text = typed.trim().toLowerCase();
  const named = zones.find(
    ({ name, offset, found }) =>
      name.toLowerCase() === text || found.some((city) => city === text || `${city}, utc${offset}` === text),
  );
  const fitting = text === '' ? [] : zonesFor(text, zones);
  return (named ?? (fitting.length === 1 ? fitting[0] : undefined))?.id;
}
