/**
 * Code samples for each call of the API reference: for a shell, TypeScript, Python and PHP.
 * Must never: contain text about one particular call. Such text belongs in the API document.
 */
import type { PlacedOperation } from '../api-document.ts';
import { type Call, callOf } from './call.ts';
import { curlOf } from './curl.ts';
import { phpOf } from './php.ts';
import { pythonOf } from './python.ts';
import { typescriptOf } from './typescript.ts';

export { BASE } from './call.ts';

const LANGUAGES = [
  ['curl', 'curl', curlOf],
  ['typescript', 'TypeScript', typescriptOf],
  ['python', 'Python', pythonOf],
  ['php', 'PHP', phpOf],
] as const satisfies readonly (readonly [id: string, name: string, write: (call: Call) => string])[];

interface CodeSample {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

export function samplesOf(placed: PlacedOperation): readonly CodeSample[] {
  const call = callOf(placed);
  return LANGUAGES.map(([id, name, write]) => ({ id, name, code: write(call) }));
}
