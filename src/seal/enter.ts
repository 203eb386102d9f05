import { readPaperKey, validationFailed } from '../base/index.ts';
import { putSealKey, type SealKey, sealKeyOf, sealKeyPath } from '../storage/index.ts';
import type { ActorCtx } from '../workspaces/index.ts';
import { putInForce } from './keys.ts';

interface TypedKey {
  /** The key as it is printed on a recovery sheet, in several lines. Case, spaces and hyphens make no difference. */
  readonly sealKey: string;
}

/**
 * Makes a recovery sheet's key the current one. The earlier key can still decrypt. Returns the key's name.
 * @throws validation_failed with the line that is wrong; unavailable
 */
export async function enterSealKey(ctx: ActorCtx, input: TypedKey): Promise<{ readonly name: string }> {
  const key = readTyped(input.sealKey);
  await putInForce(ctx, key, 'seal_key.entered');
  return { name: key.name };
}

/** Stores the key of a recovery sheet before there is a database. */
export function takeSealKey(databasePath: string, input: TypedKey): { readonly name: string } {
  const key = readTyped(input.sealKey);
  putSealKey(sealKeyPath(databasePath), key);
  return { name: key.name };
}

function readTyped(text: string): SealKey {
  const read = readPaperKey(text);
  if ('key' in read) return sealKeyOf(read.key);
  const { line, letters, wanted } = read;
  throw validationFailed([{ path: 'sealKey', rule: 'paper_key_line', line, letters, wanted }]);
}
