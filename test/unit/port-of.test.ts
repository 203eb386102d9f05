import { expect, test } from 'bun:test';
import { portOf } from '../../src/base/index.ts';

test.each([80, 443, 8080, 65_535])('the port %i is read from a URL that has it', (port) => {
  expect(portOf(`http://127.0.0.1:${port}`)).toBe(port);
  expect(portOf(`http://[::1]:${port}`)).toBe(port);
});
