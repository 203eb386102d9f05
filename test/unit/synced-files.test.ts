import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dir, '../../src');
/** Matches a source in which a file is opened only for reading and is then synced. */
const SYNCED_READING = /open(?:Sync|InBlock)\([^\n]*'r'\)(?:(?!open(?:Sync|InBlock))[\s\S])*fsyncSync/;

/** Linux syncs a file through any handle; Windows refuses a read-only one (EPERM), and folders altogether. */
test('only durable-files.ts syncs through a read handle', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.filter((name) => SYNCED_READING.test(readFileSync(join(SOURCES, name), 'utf8')));
  expect(found).toEqual([join('base', 'files', 'durable-files.ts')]);
});
