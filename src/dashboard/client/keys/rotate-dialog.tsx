import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Dialog, FormActions, useGuarded } from '../parts.tsx';
import { formatTime, words, workspace } from '../state.ts';
import { type Key, keysOf, type MadeKey } from './keys-data.ts';

/** Hours for which the old key works beside the new one. */
const OVERLAPS = [24, 168, 0] as const;
type Overlap = (typeof OVERLAPS)[number];

export function RotateDialog({
  it,
  onClose,
  made,
}: {
  readonly it: Key;
  readonly onClose: () => void;
  readonly made: (key: MadeKey) => void;
}) {
  const [overlapHours, setOverlap] = useState<Overlap>(24);
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const w = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const rotate = () => ask(keysOf(workspace.value?.id ?? '')({ id: it.id }).rotate.post({ overlapHours }));
      const { key, previousValidUntil } = await guard(rotate);
      const note = overlapHours === 0 ? w.apiKeys.rotatedNow : w.apiKeys.rotated(formatTime(previousValidUntil));
      made({ secret: key, note });
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Dialog title={w.apiKeys.rotateTitle(it.name)} onClose={onClose}>
      <p>{w.apiKeys.rotateWhat}</p>
      <form onSubmit={submit}>
        <fieldset>
          <legend>{w.apiKeys.overlap}</legend>
          {OVERLAPS.map((hours) => (
            <label class="check" key={hours}>
              <input type="radio" name="overlap" checked={overlapHours === hours} onChange={() => setOverlap(hours)} />{' '}
              {w.apiKeys.overlaps[hours]}
            </label>
          ))}
        </fieldset>
        <FormActions error={error} action={w.apiKeys.rotate} onClose={onClose} />
      </form>
      {dialog}
    </Dialog>
  );
}
