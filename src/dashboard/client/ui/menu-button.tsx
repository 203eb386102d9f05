import { Ellipsis, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { usePopover } from './use-popover.ts';

export interface MenuItem {
  readonly text: string;
  /** An id that distinguishes lines with the same text. Without an id, the text identifies the line. */
  readonly id?: string;
  readonly icon?: IconNode;
  readonly act?: () => void;
  readonly href?: string;
  /** True for the current line. Set only if the lines of a menu exclude each other. */
  readonly chosen?: boolean;
  /** The color of a dot before the text, from tones.css. */
  readonly tone?: string;
  readonly beside?: string;
  /** The digit key that chooses the line from anywhere in the list. A number above 9 has no key. */
  readonly digit?: number;
  readonly danger?: boolean;
  /** True if the action changes data on the server, so that it is disabled without a connection. */
  readonly writes?: boolean;
}

interface MenuButtonProps {
  readonly groups: readonly (readonly MenuItem[])[];
  /** The button's accessible name, if its content is not text. */
  readonly label?: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly listLabel?: string;
  readonly foot?: ComponentChildren;
  /** The content of the button; three dots by default. */
  readonly children?: ComponentChildren;
}

/** Shows a button that opens a list of actions (WAI-ARIA APG, menu button). Nothing happens before a line is chosen. */
export function MenuButton({ groups, label, listLabel = label, foot, children, ...rest }: MenuButtonProps) {
  const { popover, open: show, close, ofButton, ofPopover } = usePopover();
  const lines = (): HTMLElement[] => [...(popover.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  /** Opens the list and focuses the line with this index (-1: the last). By default, the chosen or the first line. */
  const open = (at?: number): void => {
    show();
    const all = lines();
    const chosen = all.find((line) => line.ariaChecked === 'true') ?? all[0];
    (at === undefined ? chosen : all.at(at))?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') close();
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const named = lines().find((line) => line.dataset['digit'] === digit);
    if (digit !== undefined && named !== undefined) {
      event.preventDefault();
      named.click();
      return;
    }
    const to = lineAfter(lines(), event.key);
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <>
      <button
        {...rest}
        {...ofButton(open)}
        aria-label={label}
        aria-haspopup="menu"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? undefined : -1);
        }}
      >
        {children ?? <Icon of={Ellipsis} />}
      </button>
      <div {...ofPopover} class="popover menu-list">
        <div role="menu" tabIndex={-1} aria-label={listLabel} onKeyDown={press}>
          {groups.map((items, at) => (
            <Group key={items[0]?.text ?? at} items={items} isFirst={at === 0} close={close} />
          ))}
        </div>
        {foot}
      </div>
    </>
  );
}

function lineAfter(all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const here = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: (here + 1) % all.length, ArrowUp: here < 1 ? -1 : here - 1, Home: 0, End: -1 }[key];
  if (next !== undefined) return all.at(next);
  return key.length === 1 && key !== ' ' ? startingWith(all, here, key) : undefined;
}

interface GroupProps {
  readonly items: readonly MenuItem[];
  readonly isFirst: boolean;
  readonly close: () => void;
}

function Group({ items, isFirst, close }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an `hr` in a menu would need this role too */}
      {!isFirst && <div role="separator" />}
      {items.map((item) => (
        <Line key={item.id ?? item.text} item={item} close={close} />
      ))}
    </>
  );
}

function Line({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { text, icon, href, chosen, tone, beside, digit = 10, danger = false, writes = false } = item;
  const act = (): void => {
    close();
    item.act?.();
  };
  const shown = (
    <>
      {icon !== undefined && <Icon of={icon} />}
      {tone !== undefined && <span class={`dot ${tone}`} />}
      <span>{text}</span>
      {beside !== undefined && <span class="meta">{beside}</span>}
      {digit < 10 && <kbd>{digit}</kbd>}
    </>
  );
  if (href !== undefined) {
    return (
      <a role="menuitem" tabIndex={-1} href={href} onClick={act}>
        {shown}
      </a>
    );
  }
  const role =
    chosen === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': chosen } as const);
  return (
    <button
      {...role}
      type="button"
      tabIndex={-1}
      data-digit={digit}
      class={danger ? 'danger' : undefined}
      {...(writes ? { 'data-writes': true } : {})}
      onClick={act}
    >
      {shown}
    </button>
  );
}

function startingWith(lines: readonly HTMLElement[], here: number, key: string): HTMLElement | undefined {
  const ahead = [...lines.slice(here + 1), ...lines.slice(0, here + 1)];
  return ahead.find((line) => line.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
