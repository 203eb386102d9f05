import type { ComponentChildren } from 'preact';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { words } from '../words/words.ts';

interface SigningSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
  /** The advice below the secret. */
  readonly children: ComponentChildren;
}

export const SigningSecret = (props: SigningSecretProps) => (
  <SecretDialog {...props} title={words.value.secretTitle} what={words.value.secretWhat} />
);
