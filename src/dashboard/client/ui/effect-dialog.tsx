import type { ComponentChildren } from 'preact';
import { FormDialog } from './form-dialog.tsx';

interface EffectDialogProps {
  readonly title: string;
  /** The object of the action, and its effects. */
  readonly children?: ComponentChildren;
  readonly verb: string;
  readonly danger: boolean;
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Shows the effects of an action before it happens. */
export const EffectDialog = ({ verb, act, ...dialog }: EffectDialogProps) => (
  <FormDialog {...dialog} action={verb} send={act} />
);
