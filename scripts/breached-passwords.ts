/**
 * Usage: breached-passwords.ts LIST
 *
 * Builds src/people/breached-passwords.bin from a list with one password per line. The current file was built from
 * `top100000` in github.com/cry/nbp (MIT, 2017): the most frequent of ten million stolen passwords (Mark Burnett,
 * 2015).
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { markOf } from '../src/people/common-passwords.ts';

const [, , list] = process.argv;
if (list === undefined) throw new Error('usage: breached-passwords.ts LIST');

/** Shorter passwords are left out: Docket refuses them for their length. */
const LEAST_CHARS = 8;
const passwords = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.trim().toLowerCase())
  .filter((line) => line.length >= LEAST_CHARS);
const marks = [...new Set(passwords.map(markOf))].toSorted((a, b) => a - b);
const bytes = new DataView(new ArrayBuffer(marks.length * 4));
for (const [at, mark] of marks.entries()) bytes.setUint32(at * 4, mark);
const target = resolve(import.meta.dir, '../src/people/breached-passwords.bin');
writeFileSync(target, new Uint8Array(bytes.buffer));
process.stdout.write(`${marks.length} marks in ${target}\n`);
