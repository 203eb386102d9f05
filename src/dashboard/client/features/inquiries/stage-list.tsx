import { useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type SetUp, stageName, stagesOf, type Tone } from '../../data/inquiries.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Sending, useSendings } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { RemoveStageDialog } from './remove-stage-dialog.tsx';
import { StageChip } from './stage-chip.tsx';

type Stage = SetUp['stages'][number];

const TONES: readonly Tone[] = ['new', 'busy', 'move', 'good', 'bad', 'sea', 'pink', 'idle'];

/** Each change is kept at once. */
export function StageList({ stages, changed }: { readonly stages: readonly Stage[]; readonly changed: () => void }) {
  const [removing, setRemoving] = useState<Stage>();
  const w = words.value.inquiries;
  const keep = (action: Promise<unknown>): Promise<void> => action.then(() => say(w.saved)).finally(changed);
  const sendings = useSendings();
  /** The order as it will be once all moves under way are kept; each is sent whole, and after the one before. */
  const wanted = useRef<{ readonly ids: readonly string[]; readonly kept: Promise<void> }>(undefined);
  const shift = async (id: string, by: -1 | 1): Promise<void> => {
    const before = wanted.current;
    const ids = [...(before?.ids ?? stages.map((stage) => stage.id))];
    const at = ids.indexOf(id);
    if (at < 0 || ids[at + by] === undefined) return;
    ids.splice(at, 1);
    ids.splice(at + by, 0, id);
    const send = () => keep(ask(stagesOf().order.post({ ids })));
    const move = { ids, kept: before === undefined ? send() : before.kept.then(send, send) };
    wanted.current = move;
    await move.kept.finally(() => {
      if (wanted.current === move) wanted.current = undefined;
    });
  };
  return (
    <section class="panel">
      <h2>{w.stagesTitle}</h2>
      <p class="meta">{w.stagesWhat}</p>
      <Problem error={sendings.error} />
      <ol class="inquiries-stages">
        {stages.map((stage, at) => (
          <StageRow
            key={stage.id}
            stage={stage}
            isFirst={at === 0}
            isLast={at === stages.length - 1}
            sending={sendings.of(stage.id)}
            change={(patch) =>
              // Each by itself: no change is held up by another one, and none is swallowed.
              sendings
                .of(`${stage.id} ${JSON.stringify(patch)}`)
                .begin(() => keep(ask(stagesOf()({ id: stage.id }).update.post(patch))))
            }
            shift={(by) => shift(stage.id, by)}
            remove={() => setRemoving(stage)}
          />
        ))}
      </ol>
      <NewStage add={(name, tone) => keep(ask(stagesOf().post({ name, tone, terminal: false })))} />
      {removing !== undefined && (
        <RemoveStageDialog
          stage={removing}
          others={stages.filter(({ id }) => id !== removing.id)}
          onClose={() => setRemoving(undefined)}
          done={changed}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly stage: Stage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly change: (patch: { name?: string; tone?: Tone; terminal?: boolean }) => void;
  readonly sending: Sending;
  readonly shift: (by: -1 | 1) => Promise<void>;
  readonly remove: () => void;
}

function StageRow({ stage, isFirst, isLast, sending, change, shift, remove }: RowProps) {
  const w = words.value.inquiries;
  const name = stageName(stage);
  return (
    <li>
      <p class="line spread">
        <span class="line">
          <StageChip stage={stage} />
          <span class="meta">{plural(stage.count, w.stageCount)}</span>
        </span>
        <span class="line inquiries-tools">
          <ActButton
            sending={sending}
            repeats
            class="plain"
            aria-label={`${w.up}: ${name}`}
            disabled={isFirst}
            act={() => shift(-1)}
          >
            ↑
          </ActButton>
          <ActButton
            sending={sending}
            repeats
            class="plain"
            aria-label={`${w.down}: ${name}`}
            disabled={isLast}
            act={() => shift(1)}
          >
            ↓
          </ActButton>
          <button
            type="button"
            class="quiet danger"
            aria-haspopup="dialog"
            disabled={isFirst && isLast}
            onClick={remove}
          >
            {w.remove}
            <span class="unseen"> {name}</span>
          </button>
        </span>
      </p>
      <div class="fields">
        <label>
          {w.stageName}
          <input
            type="text"
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => {
              if (currentTarget.value.trim() !== name) change({ name: currentTarget.value });
            }}
          />
        </label>
        <ToneSelect tone={stage.tone} set={(tone) => change({ tone })} />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={stage.terminal}
          onChange={({ currentTarget }) => change({ terminal: currentTarget.checked })}
        />{' '}
        {w.terminal}
      </label>
    </li>
  );
}

function ToneSelect({ tone, set }: { readonly tone: Tone; readonly set: (tone: Tone) => void }) {
  const w = words.value.inquiries;
  const choices = TONES.map((one) => ({ value: one, text: w.tones[one], tone: one }));
  return <ChoiceMenu label={w.tone} value={tone} groups={[choices]} choose={set} />;
}

function NewStage({ add }: { readonly add: (name: string, tone: Tone) => Promise<void> }) {
  const [name, setName] = useState('');
  const [tone, setTone] = useState<Tone>('sea');
  const form = useForm(() => add(name, tone).then(() => setName('')));
  const w = words.value.inquiries;
  return (
    <Form of={form} class="inquiries-new-stage">
      <div class="fields">
        <TextField
          name="name"
          label={w.newStage}
          maxLength={60}
          required
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ToneSelect tone={tone} set={setTone} />
      </div>
      <FormActions action={w.addStage} />
    </Form>
  );
}
