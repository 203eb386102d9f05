import { useId, useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface OnOffProps {
  readonly title: string;
  /** How it is now. */
  readonly lead: string;
  /** The words of the button that turns it. */
  readonly verb: string;
  readonly effects: readonly string[];
  readonly act: () => Promise<unknown>;
}

/** Something that the whole workspace has or has not, which is turned once its effects were read. */
export function OnOffSection({ title, lead, verb, effects, act }: OnOffProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="lead">{lead}</p>
      <p class="actions start">
        <button type="button" onClick={() => setIsOpen(true)}>
          {verb}
        </button>
      </p>
      {isOpen && (
        <FormDialog title={verb} effects={effects} action={verb} send={act} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}
