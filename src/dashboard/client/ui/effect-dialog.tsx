import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form, useForm } from './form.tsx';
import { FormActions } from './form-actions.tsx';

interface EffectDialogProps {
  readonly title: string;
  /** What it is done to, and what will come of it. */
  readonly children?: ComponentChildren;
  /** What it will do, a sentence each. */
  readonly effects?: readonly string[];
  readonly verb: string;
  readonly danger: boolean;
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Says what will come of it before it is done; where it needs the password once more, asks for it. */
export function EffectDialog({ title, children, effects = [], verb, danger, act, onClose }: EffectDialogProps) {
  const form = useForm(() => act().then(onClose));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form of={form}>
        {children}
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
        <FormActions action={verb} onClose={onClose} danger={danger} />
      </Form>
    </Dialog>
  );
}
