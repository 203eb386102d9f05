import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type SetUp, stageName, stagesOf } from '../../data/inquiries.ts';
import { EffectDialog } from '../../ui/effect-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

type Stage = SetUp['stages'][number];

/** What stands on a stage goes somewhere before the stage goes. */
export function RemoveStageDialog({
  stage,
  others,
  onClose,
  done,
}: {
  readonly stage: Stage;
  readonly others: readonly Stage[];
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const [to, setTo] = useState(others[0]?.id ?? '');
  const w = words.value.inquiries;
  const remove = async (): Promise<void> => {
    await ask(stagesOf()({ id: stage.id }).remove.post({ to }));
    say(w.removed);
    done();
  };
  return (
    <EffectDialog title={w.removeTitle} verb={w.remove} danger act={remove} onClose={onClose}>
      <p>
        <strong>{stageName(stage)}</strong>
      </p>
      {stage.count === 0 ? (
        <p>{w.removeEmpty}</p>
      ) : (
        <label>
          {plural(stage.count, w.removeCards)}
          {/* biome-ignore lint/plugin: this dialog sends by its button, never by a choice. */}
          <select value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {stageName(one)}
              </option>
            ))}
          </select>
        </label>
      )}
    </EffectDialog>
  );
}
