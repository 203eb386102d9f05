import { ChevronDown } from 'lucide';
import { Icon } from './icon.tsx';
import { MenuButton } from './menu-button.tsx';

interface Choice<T extends string> {
  readonly value: T;
  readonly text: string;
  /** The color of a dot before the text, from tones.css. */
  readonly tone?: string;
  /** The digit key that chooses this line. */
  readonly digit?: number;
}

interface ChoiceMenuProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly groups: readonly (readonly Choice<T>[])[];
  /** Called with the new choice, unless it is the current one. */
  readonly choose: (value: T) => void;
  /** True if a choice changes data on the server. The choices are then disabled while there is no connection. */
  readonly writes?: boolean;
  readonly disabled?: boolean;
  /** True if only screen readers get the label. */
  readonly quiet?: boolean;
}

/**
 * Shows a choice that takes effect at once. A browser's `select` may choose at every arrow key, so it is used only
 * within a form (ChoiceField).
 */
export function ChoiceMenu<T extends string>({
  label,
  value,
  groups,
  choose,
  writes = false,
  disabled = false,
  quiet = false,
}: ChoiceMenuProps<T>) {
  const chosen = groups.flat().find((one) => one.value === value);
  const present = chosen?.text ?? value;
  const items = groups.map((choices) =>
    choices.map(({ value: own, ...one }) => ({
      ...one,
      id: own,
      chosen: own === value,
      writes,
      act: () => {
        if (own !== value) choose(own);
      },
    })),
  );
  return (
    <div class="choice">
      {!quiet && <span aria-hidden="true">{label}</span>}
      <MenuButton class="chooser" label={`${label}: ${present}`} listLabel={label} disabled={disabled} groups={items}>
        <span>
          {chosen?.tone !== undefined && <span class={`dot ${chosen.tone}`} />} {present}
        </span>
        <Icon of={ChevronDown} size={16} />
      </MenuButton>
    </div>
  );
}
