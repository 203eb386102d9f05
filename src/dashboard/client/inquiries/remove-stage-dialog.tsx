import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { plural } from '../format.ts';
import { Dialog, Problem } from '../parts.tsx';
import { words } from '../state.ts';
import { say } from '../toast.tsx';
import { inWords, type SetUp, stageName, stagesOf } from './data.ts';

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
  const [error, setError] = useState<unknown>();
  const w = words.value.inquiries;
  const remove = (): void => {
    ask(stagesOf()({ id: stage.id }).remove.post({ to })).then(
      () => {
        say(w.removed);
        onClose();
        done();
      },
      (problem) => setError(inWords(problem)),
    );
  };
  return (
    <Dialog title={w.removeTitle} onClose={onClose}>
      <p>
        <strong>{stageName(stage)}</strong>
      </p>
      {stage.count === 0 ? (
        <p>{w.removeEmpty}</p>
      ) : (
        <label>
          {plural(stage.count, w.removeCards)}
          <select value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {stageName(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {error !== undefined && <Problem error={error} />}
      <div class="actions">
        <button type="button" onClick={onClose} autofocus>
          {words.value.cancel}
        </button>
        <button type="button" class="danger" onClick={remove}>
          {w.remove}
        </button>
      </div>
    </Dialog>
  );
}
