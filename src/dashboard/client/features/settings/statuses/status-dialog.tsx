import { useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChoiceField, Choices, TextField } from '../../../ui/field.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { words } from '../../../words/words.ts';
import { GROUPS, INITIAL, idFrom, type StatusData, statusesOf, TONES } from './data.ts';

type Shape = Pick<StatusData, 'name' | 'tone' | 'group' | 'writesOffStock' | 'active'>;

const FIRST: Shape = { name: '', tone: 'move', group: 'work', writesOffStock: false, active: true };

/** A status, new or as it is; its id is chosen once. */
export function StatusDialog({
  status,
  isFirst,
  onClose,
  done,
}: {
  /** Undefined for a new one. */
  readonly status: StatusData | undefined;
  /** The set is not the owner's own yet. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const [shape, setShape] = useState<Shape>(status ?? FIRST);
  const [id, setId] = useState<string>();
  const w = words.value.statuses;
  const change = (part: Partial<Shape>): void => setShape({ ...shape, ...part });
  const newId = id ?? idFrom(shape.name);
  const form = useForm(async () => {
    const { name, tone, group, writesOffStock, active } = shape;
    const body = { name, tone, group, writesOffStock };
    await (status === undefined
      ? ask(statusesOf().post({ ...body, id: newId }))
      : ask(statusesOf()({ id: status.id }).update.post({ ...body, active })));
    done();
  });
  return (
    <Dialog title={status === undefined ? w.add : w.editTitle} onClose={onClose}>
      <Form of={form}>
        {isFirst && <p class="meta">{w.addMakesOwn}</p>}
        <TextField
          name="name"
          label={w.name}
          value={shape.name}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          required
          maxLength={60}
          autofocus
          autocomplete="off"
        />
        {status === undefined ? (
          <TextField
            name="id"
            label={w.id}
            hint={w.idHint}
            value={newId}
            onInput={({ currentTarget }) => setId(currentTarget.value)}
            required
            maxLength={64}
            autocomplete="off"
            spellcheck={false}
          />
        ) : (
          <>
            <p class="statuses-fixed-id">
              <strong>{w.id}</strong> <code>{status.id}</code>
            </p>
            <p class="meta statuses-hint">{w.idFixed}</p>
          </>
        )}
        <ToneChoice shape={shape} change={change} />
        <ChoiceField
          name="group"
          label={w.group}
          hint={w.groupHint}
          value={shape.group}
          onChange={({ currentTarget }) =>
            change({ group: GROUPS.find((group) => group === currentTarget.value) ?? 'work' })
          }
        >
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {w.groups[group]}
            </option>
          ))}
        </ChoiceField>
        <Switches shape={shape} change={change} id={status?.id} />
        <FormActions action={words.value.save} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface PartProps {
  readonly shape: Shape;
  readonly change: (part: Partial<Shape>) => void;
}

/** Eight pairs that can be read by everybody, each with the name of its colour. */
function ToneChoice({ shape, change }: PartProps) {
  const w = words.value.statuses;
  return (
    <Choices name="tone" label={w.tone} class="statuses-tones">
      {TONES.map((tone) => (
        <label key={tone} class="statuses-tone">
          <input type="radio" name="tone" checked={shape.tone === tone} onChange={() => change({ tone })} />
          <Chip tone={tone}>{w.tones[tone]}</Chip>
        </label>
      ))}
    </Choices>
  );
}

function Switches({ shape, change, id }: PartProps & { readonly id: string | undefined }) {
  const w = words.value.statuses;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={shape.writesOffStock}
          onChange={({ currentTarget }) => change({ writesOffStock: currentTarget.checked })}
        />{' '}
        {w.writesOff}
        <span class="meta">{w.writesOffHint}</span>
      </label>
      {id === INITIAL && <p class="meta">{w.initial}</p>}
      {id !== undefined && id !== INITIAL && (
        <label class="check">
          <input
            type="checkbox"
            checked={shape.active}
            onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
          />{' '}
          {w.active}
          <span class="meta">{w.activeHint}</span>
        </label>
      )}
    </>
  );
}
