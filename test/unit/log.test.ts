import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { AppError, createLog, LOG_FORMATS } from '../../src/base/index.ts';
import { workspaces } from '../../src/storage/index.ts';
import { fakeClock } from '../support/world.ts';

function failure(): unknown {
  using client = new Database(':memory:');
  try {
    drizzle({ client }).select().from(workspaces).all();
    throw new Error('the query should have failed');
  } catch (error) {
    return error;
  }
}

/** Drizzle's words for a failed statement, followed by its values. */
const withParams = (): Error => {
  const inner = failure();
  return new Error('Failed query: insert into "orders" values (?, ?)\nparams: Мария\n    at home,+79123456789', {
    cause: inner,
  });
};

test.each(LOG_FORMATS)('in the format %s a failed SQL statement is logged without its values', (format) => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', format, clock: fakeClock(), write: (text) => lines.push(text) });
  log.error('unavailable', { requestId: 'r-1' }, new AppError({ rule: 'store_full' }, undefined, withParams()));
  log.error('internal_error', {}, withParams());
  // A caller may log an error as a text, either in a field or as the third argument.
  log.warn('not recorded', { reason: String(withParams()), requestId: 'r-2' });
  log.error('it stumbled', {}, String(withParams()));
  log.flush();
  const all = lines.join('');
  expect(all).toContain('r-1');
  expect(all).toContain('r-2');
  expect(all).toContain('insert into');
  expect(all).toContain('no such table');
  expect(all.match(/Мария|79123456789|at home/g)).toBeNull();
});
