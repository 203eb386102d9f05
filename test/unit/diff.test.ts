import { expect, test } from 'bun:test';
import { diff, isSame } from '../../src/workspaces/index.ts';

test('a difference lists only changed fields, each with from and to', () => {
  const before = { name: 'Rose', sku: null, active: true, position: 3 };
  expect(diff(before, { name: 'Peony', active: true, sku: undefined })).toEqual({
    name: { from: 'Rose', to: 'Peony' },
  });
  expect(diff(before, { sku: 'R-1' })).toEqual({ sku: { from: null, to: 'R-1' } });
  expect(diff(before, { active: false, name: null })).toEqual({
    active: { from: true, to: false },
    name: { from: 'Rose', to: null },
  });
  expect(isSame(diff(before, { ...before }))).toBe(true);
  expect(isSame(diff(before, { name: 'rose' }))).toBe(false);
});

test('a missing field counts as null, never as undefined', () => {
  expect(diff({}, { sku: null })).toEqual({});
  expect(JSON.stringify(diff({}, { sku: 'R-1', name: '' }))).toBe(
    '{"sku":{"from":null,"to":"R-1"},"name":{"from":null,"to":""}}',
  );
});
