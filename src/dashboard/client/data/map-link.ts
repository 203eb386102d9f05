/** This file imports neither the workspace nor the language, so that tests can use it. */

interface Place {
  /** The workspace's setting: the name of a map service, a URL that contains `{address}`, or empty. */
  readonly mapService: string;
  readonly mapCity: string;
}

const SERVICES = {
  google: 'https://www.google.com/maps/search/?api=1&query={address}',
  yandex: 'https://yandex.ru/maps/?text={address}',
  '2gis': 'https://2gis.ru/search/{address}',
  openstreetmap: 'https://www.openstreetmap.org/search?query={address}',
} as const;

export type MapService = keyof typeof SERVICES;
export const MAP_SERVICES = Object.keys(SERVICES) as readonly MapService[];

export const isMapService = (text: string): text is MapService => Object.hasOwn(SERVICES, text);

export function mapLink(address: string, { mapService, mapCity }: Place, language: string): string {
  const byLanguage = language === 'ru' ? 'yandex' : 'openstreetmap';
  const service = mapService === '' ? byLanguage : mapService;
  const isNamed = address.toLowerCase().includes(mapCity.toLowerCase());
  const whole = isNamed ? address : `${mapCity}, ${address}`;
  // A form may have cut a text in the middle of an emoji. Half an emoji would make this call throw and break the page.
  const written = encodeURIComponent(whole.toWellFormed());
  return (isMapService(service) ? SERVICES[service] : service).replaceAll('{address}', () => written);
}
