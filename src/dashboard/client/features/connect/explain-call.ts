import type { ConnectWords } from '../../words/en/connect.ts';
import type { Call } from './use-calls.ts';

const isKnown = (codes: ConnectWords['codes'], code: string): code is keyof ConnectWords['codes'] =>
  Object.hasOwn(codes, code);

export function explainCall(call: Call, w: ConnectWords): string | undefined {
  if (call.status < 400) return undefined;
  const { keyRefusal, missingScope, code } = call;
  const key = call.keyName ?? '';
  if (keyRefusal === 'ended_key') return w.endedKey(key);
  if (keyRefusal !== null) return w.refusals[keyRefusal];
  if (missingScope !== null) return w.scopeMissing(missingScope, key);
  return isKnown(w.codes, code) ? w.codes[code] : undefined;
}
