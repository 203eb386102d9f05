/** Checks of a workspace's fields. Each check returns the cleaned value or throws validation_failed. */

import { fitsChars, type Issue, isTimeZone, validationFailed } from '../base/index.ts';
import { ACCENTS } from '../storage/index.ts';

const NAME_CHARS = 200;

const refuse = (issue: Issue): never => {
  throw validationFailed([issue]);
};

export function cleanName(path: string, text: string, most = NAME_CHARS): string {
  const name = text.trim();
  if (name === '' || !fitsChars(name, most) || /\p{Cc}/u.test(name)) {
    return refuse({ path, rule: 'line_between', least: 1, most });
  }
  return name;
}

const LINE_CHARS = 200;

export function cleanLine(path: string, text: string): string {
  const line = text.trim();
  const isLine = fitsChars(line, LINE_CHARS) && !/\p{Cc}/u.test(line) && line.isWellFormed();
  return isLine ? line : refuse({ path, rule: 'line_at_most', most: LINE_CHARS });
}

export function cleanTimeZone(text: string): string {
  return isTimeZone(text) ? text : refuse({ path: 'timeZone', rule: 'time_zone', given: text });
}

export function cleanAccent(text: string): string {
  const colour = text.trim().toLowerCase();
  const isOurs = ACCENTS.some((one) => one === colour) || /^#[0-9a-f]{6}$/.test(colour);
  return isOurs ? colour : refuse({ path: 'accent', rule: 'accent' });
}

const MAP_SERVICES: readonly string[] = ['', 'google', 'yandex', '2gis', 'openstreetmap'];
const MAP_CHARS = 500;

/**
 * Returns the name of a map service, an empty text, or an https URL that contains `{address}`. The dashboard later
 * replaces `{address}` with an order's address.
 */
export function cleanMapService(text: string): string {
  const service = text.trim();
  if (MAP_SERVICES.includes(service)) return service;
  const [url, other] = ['x', 'y'].map((address) => URL.parse(service.replaceAll('{address}', address)));
  const isOwn =
    url?.protocol === 'https:' &&
    url.username + url.password === '' &&
    fitsChars(service, MAP_CHARS) &&
    // An order's address must never decide to which host a person's browser is sent.
    url.host === other?.host &&
    service.includes('{address}');
  return isOwn ? service : refuse({ path: 'mapService', rule: 'map_service' });
}
