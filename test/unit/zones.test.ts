import { expect, test } from 'bun:test';
import { zoneIn, zoneOf, zonesFor, zonesWith } from '../../src/dashboard/client/parts/zones.ts';

/** Winter, for the zones that have a summer time. */
const NOW = Date.UTC(2026, 0, 15);
const [ru, en] = [zonesWith('Europe/Moscow', 'ru', NOW), zonesWith('Europe/Moscow', 'en', NOW)];

const namesFor = (typed: string, zones = ru) => zonesFor(typed, zones).map(({ name }) => name);

test('a zone is found by its city, by another big city in it, and by its offset', () => {
  for (const typed of ['Моск', 'mosc', 'Петерб', 'Europe/Mosc']) {
    expect(zonesFor(typed, ru)[0]?.id).toBe('Europe/Moscow');
    expect(zonesFor(typed, en)[0]?.id).toBe('Europe/Moscow');
  }
  expect(namesFor('Перм')).toEqual(['Екатеринбург, UTC+5']);
  expect(namesFor('+3')).toContain('Москва, UTC+3');
  expect(namesFor('utc+3', en)).toContain('Moscow, UTC+3');
  expect(zonesFor('+3', ru).every(({ offset }) => /^\+3(:|$)/.test(offset))).toBe(true);
  expect(namesFor('−5', en)).toContain('New York, UTC-5');
  expect(zonesFor('+5:30', ru).map(({ offset }) => offset)).toContain('+5:30');
  expect(namesFor('nowhere')).toEqual([]);
});

test('a typed text selects a zone only if it is the whole name or has a single match', () => {
  for (const zones of [ru, en])
    for (const { name, id } of zones) expect([name, zoneIn(name, zones)]).toEqual([name, id]);
  expect(zoneIn('Новосиб', ru)).toBe('Asia/Novosibirsk');
  // The user may change the page’s language after choosing a zone. The typed name is then in the other language.
  expect([zoneIn('Москва, UTC+3', en), zoneIn('Moscow, UTC+3', ru)]).toEqual(['Europe/Moscow', 'Europe/Moscow']);
  expect(zoneIn('Москва, UTC+4', en)).toBeUndefined();
  expect(zoneIn('europe/moscow', ru)).toBe('Europe/Moscow');
  for (const typed of ['', ' ', 'America', 'nowhere', '+3'])
    expect([typed, zoneIn(typed, ru)]).toEqual([typed, undefined]);
});

test('the list of zones includes UTC, and the chosen zone even if the browser does not list it', () => {
  expect(zoneOf('UTC', 'en', NOW).name).toBe('UTC');
  expect(zonesWith('Etc/GMT-3', 'ru', NOW)[0]?.id).toBe('Etc/GMT-3');
});
