import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type Key, keysOf, type MadeKey } from '../../parts/keys.ts';
import { Choices } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

/** Hours for which the old key still works after the new one is made. */
const OVERLAPS = [24, 168, 0] as const;
type Overlap = (typeof OVERLAPS)[number];

interface RotateDialogProps {
  readonly of: Key;
  readonly onClose: () => void;
  readonly made: (key: MadeKey) => void;
}

export function RotateDialog({ of: { id, name }, onClose, made }: RotateDialogProps) {
  const [overlapHours, setOverlap] = useState<Overlap>(24);
  const w = words.value.apiKeys;
  return (
    <FormDialog
      title={w.rotateTitle(name)}
      effects={[w.rotateWhat]}
      action={w.rotate}
      send={() => ask(keysOf()({ id }).rotate.post({ overlapHours }))}
      done={({ key, previousValidUntil }) =>
        made({ secret: key, note: overlapHours === 0 ? w.rotatedNow : w.rotated(formatTime(previousValidUntil)) })
      }
      onClose={onClose}
    >
      <Choices name="overlapHours" label={w.overlap}>
        {OVERLAPS.map((hours) => (
          <label class="check" key={hours}>
            <input type="radio" name="overlap" checked={overlapHours === hours} onChange={() => setOverlap(hours)} />{' '}
            {w.overlaps[hours]}
          </label>
        ))}
      </Choices>
    </FormDialog>
  );
}
