import type { Tone } from '../../data/inquiries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { words } from '../../words/words.ts';
import { StageChip } from './stage-chip.tsx';

const MOST_DIGITS = 9;

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly tone: Tone;
}

/** Where to: by a click, a finger, or a digit, which is the key's place and not its letter. */
export function MoveDialog({
  title,
  stages,
  current,
  move,
  onClose,
}: {
  readonly title: string;
  readonly stages: readonly Listed[];
  readonly current: string;
  readonly move: (to: string) => void;
  readonly onClose: () => void;
}) {
  const w = words.value.inquiries;
  const choose = ({ id }: Listed): void => {
    onClose();
    if (id !== current) move(id);
  };
  const hear = (event: KeyboardEvent): void => {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const stage = digit === undefined ? undefined : stages[Number(digit) - 1];
    if (stage === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(stage);
  };
  return (
    <Dialog title={`${w.moveOf}: ${title}`} onClose={onClose}>
      <p class="meta inquiries-move-hint">{w.moveHint}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: digits are a short cut to the buttons inside */}
      <div class="choices" onKeyDown={hear}>
        {stages.map((stage, at) => (
          <button
            key={stage.id}
            type="button"
            data-writes
            aria-pressed={stage.id === current}
            disabled={stage.id === current}
            onClick={() => choose(stage)}
          >
            {at < MOST_DIGITS && <kbd>{at + 1}</kbd>} <StageChip stage={stage} />
          </button>
        ))}
      </div>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
      </div>
    </Dialog>
  );
}
