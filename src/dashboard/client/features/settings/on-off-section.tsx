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
  // The `turn` when the button was pressed. After the call, the `turn` prop is already the opposite while the dialog is
  // still open.
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
