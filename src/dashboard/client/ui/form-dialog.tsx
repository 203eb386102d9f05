import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Form, type SendForm, useForm } from './form.tsx';
import { type Ending, FormActions } from './form-actions.tsx';
import { TypedWord, type TypedWordProps } from './typed-word.tsx';

export interface FormDialogProps<T> extends Ending {
  readonly title: string;
  readonly send: SendForm<T>;
  /** Called after sending. If it is undefined, the dialog closes. */
  readonly done?: (answer: T) => unknown;
  readonly onClose: () => void;
  readonly effects?: readonly string[];
  readonly confirm?: Pick<TypedWordProps, 'label' | 'word'>;
  readonly locked?: boolean;
  readonly children?: ComponentChildren;
}

/** Shows a form in a dialog. If the server refuses the form, the dialog stays open and keeps the typed text. */
export function FormDialog<T>({
  title,
  send,
  done,
  onClose,
  effects = [],
  confirm,
  locked = false,
  disabled = false,
  children,
  ...ending
}: FormDialogProps<T>) {
  const [isTyped, setTyped] = useState(false);
  const form = useForm(async (text, element) => {
    const answer = await send(text, element);
    await (done === undefined ? onClose() : done(answer));
  });
  const waits = disabled || (confirm !== undefined && !isTyped);
  return (
    <Dialog title={title} onClose={onClose} locked={locked}>
      <Form of={form}>
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
        {children}
        <FormActions
          {...ending}
          field={confirm !== undefined && <TypedWord {...confirm} typed={setTyped} />}
          disabled={waits}
          onClose={onClose}
          locked={locked}
        />
      </Form>
    </Dialog>
  );
}
