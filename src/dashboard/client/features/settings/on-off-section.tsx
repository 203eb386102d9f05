import { useId, useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface Turn {
  readonly verb: string;
  readonly effects: readonly string[];
  readonly act: () => Promise<unknown>;
}

interface OnOffProps extends Turn {
  readonly title: string;
  readonly lead: string;
}

export function OnOffSection({ title, lead, ...turn }: OnOffProps) {
  // The dialog keeps its question. The switch changes before the dialog has closed, and the dialog would otherwise ask
  // for the opposite.
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
