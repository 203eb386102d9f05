import { codeAt, fromBase32, stepAt } from '../../src/base/index.ts';
import type { Visitor } from './browser-session.ts';
import { expectOk } from './http-answers.ts';
import { until } from './until.ts';

const STEP_MS = 30_000;
const TYPED_WITHIN_MS = 5_000;

/**
 * A code of an authenticator app. It is valid only in its own time step, so this waits until enough of a step is left.
 */
export async function freshCode(secret: string): Promise<string> {
  await until('a code with time left', () => STEP_MS - (Date.now() % STEP_MS) > TYPED_WITHIN_MS);
  return codeAt(fromBase32(secret), stepAt(Date.now()));
}

export async function turnOnFactor(who: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { secret } = expectOk(await who.post('/app/api/account/second-factor/begin'));
  const code = await freshCode(secret);
  const { codes } = expectOk(await who.post('/app/api/account/second-factor/confirm', { code }));
  return { secret, codes };
}
