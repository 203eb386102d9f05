import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type Key, keysOf, type MadeKey } from '../../data/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choices } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { formatTime } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

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
  const w = words.value;
  const form = useForm(async () => {
    const { rotate } = keysOf()({ id: it.id });
    const { key, previousValidUntil } = await ask(rotate.post({ overlapHours }));
    const note = overlapHours === 0 ? w.apiKeys.rotatedNow : w.apiKeys.rotated(formatTime(previousValidUntil));
    made({ secret: key, note });
  });
  return (
    <Dialog title={w.apiKeys.rotateTitle(it.name)} onClose={onClose}>
      <p>{w.apiKeys.rotateWhat}</p>
      <Form of={form}>
        <Choices name="overlapHours" label={w.apiKeys.overlap}>
          {OVERLAPS.map((hours) => (
            <label class="check" key={hours}>
              <input type="radio" name="overlap" checked={overlapHours === hours} onChange={() => setOverlap(hours)} />{' '}
              {w.apiKeys.overlaps[hours]}
            </label>
          ))}
        </Choices>
        <FormActions action={w.apiKeys.rotate} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
