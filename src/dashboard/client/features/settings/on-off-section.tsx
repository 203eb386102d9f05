import { useId, useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface Turn {
  /** The label of the button. */
  readonly verb: string;
  readonly effects: readonly string[];
  readonly act: () => Promise<unknown>;
}

interface OnOffProps extends Turn {
  readonly title: string;
  /** The present state in a sentence. */
  readonly lead: string;
}

/** A switch of the whole workspace. It turns after the reader has seen its effects. */
export function OnOffSection({ title, lead, ...turn }: OnOffProps) {
  // The question stays unchanged: after the switch has turned, it would ask for the opposite while the dialog closes.
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
