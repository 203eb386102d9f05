import { expect, test } from 'bun:test';
import { mapLink } from '../../src/dashboard/client/data/map-link.ts';

const at = (mapService: string, mapCity = '', language = 'en') =>
  mapLink('ул. Ленина, 1 & 2', { mapService, mapCity }, language);
const ADDRESS = encodeURIComponent('ул. Ленина, 1 & 2');

test('an address opens in the shop’s map service, or in the language’s usual one if the shop has none', () => {
  expect(at('google')).toBe(`https://www.google.com/maps/search/?api=1&query=${ADDRESS}`);
  expect(at('2gis')).toBe(`https://2gis.ru/search/${ADDRESS}`);
  expect(at('', '', 'ru')).toBe(`https://yandex.ru/maps/?text=${ADDRESS}`);
  expect(at('')).toBe(`https://www.openstreetmap.org/search?query=${ADDRESS}`);
  expect(at('https://maps.example.com/{address}?q={address}')).toBe(`https://maps.example.com/${ADDRESS}?q=${ADDRESS}`);
});

test('the shop’s city is added before an address without it', () => {
  expect(at('google', 'Тверь')).toEndWith(encodeURIComponent('Тверь, ул. Ленина, 1 & 2'));
  const whole = mapLink('г. тверь, ул. Ленина, 1', { mapService: 'google', mapCity: 'Тверь' }, 'ru');
  expect(whole).toEndWith(encodeURIComponent('г. тверь, ул. Ленина, 1'));
  // The address is inserted literally: `$&` has no special meaning.
  expect(mapLink('$& {address}', { mapService: 'google', mapCity: '' }, 'en')).toEndWith(
    encodeURIComponent('$& {address}'),
  );
});

test('half an emoji in an address, or in a city, becomes one replacement character', () => {
  const found = mapLink('Mill Lane 3 \ud83d', { mapService: 'google', mapCity: 'Tver \udc00' }, 'en');
  expect(found).toEndWith(encodeURIComponent('Tver \ufffd, Mill Lane 3 \ufffd'));
});
