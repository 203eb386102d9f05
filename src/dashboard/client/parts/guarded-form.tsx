import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Form } from '../ui/form.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const Unsaved = lazyPart(async () => (await import('./unsaved.tsx')).Unsaved);

/** Shows a form. If the form has unsaved text, a dialog asks before a link discards the text. */
export function GuardedForm({ of, onInput, ...rest }: ComponentProps<typeof Form>) {
  const [isTyped, setTyped] = useState(false);
  return (
    <>
      <Form
        {...rest}
        of={of}
        onInput={(event) => {
          setTyped(true);
          onInput?.(event);
        }}
      />
      {isTyped && !of.isDone && <Unsaved />}
    </>
  );
}
