import { ask } from '../../data/api.ts';
import { type Key, keysOf } from '../../parts/keys.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';

interface RevokeDialogProps {
  readonly of: Key;
  readonly onClose: () => void;
  readonly revoked: () => void;
}

/** A slip of the finger must not cut off a shop's website, so the reader types the key's name first. */
export function RevokeDialog({ of: { id, name }, onClose, revoked }: RevokeDialogProps) {
  const w = words.value.apiKeys;
  return (
    <FormDialog
      title={w.revokeTitle(name)}
      effects={[w.revokeWhat]}
      confirm={{ label: w.typeName(name), word: name }}
      action={w.revoke}
      danger
      send={() => ask(keysOf()({ id }).revoke.post({}))}
      done={revoked}
      onClose={onClose}
    />
  );
}
