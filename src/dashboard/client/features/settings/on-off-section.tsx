import { useId, useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface Turn {
  /** The words of the button that turns it. */
  readonly verb: string;
  readonly effects: readonly string[];
  readonly act: () => Promise<unknown>;
}

interface OnOffProps extends Turn {
  readonly title: string;
  /** The present state in a sentence. */
  readonly lead: string;
}

/** Something that the whole workspace has or has not, which is turned once its effects were read. */
export function OnOffSection({ title, lead, ...turn }: OnOffProps) {
  // The question stays as it was asked: once turned, its words would ask for the opposite while the dialog closes.
  const [asked, setAsked] = useState<Turn>();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="lead">{lead}</p>
      <p class="actions start">
        <button type="button" onClick={() => setAsked(turn)}>
          {turn.verb}
        </button>
      </p>
      {asked !== undefined && (
        <FormDialog
          title={asked.verb}
          effects={asked.effects}
          action={asked.verb}
          send={asked.act}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
