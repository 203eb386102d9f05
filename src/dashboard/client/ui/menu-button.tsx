import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** One line of a menu: it does something, or leads somewhere. */
export interface MenuItem {
  readonly text: string;
  /** Where two lines may read alike. */
  readonly id?: string;
  readonly icon?: IconNode;
  readonly act?: () => void;
  readonly href?: string;
  /** Set for one of several that exclude each other: whether it is the present one. */
  readonly chosen?: boolean;
  /** The colour of a dot before the text, of tones.css. */
  readonly tone?: string;
  /** In small print beside the text. */
  readonly beside?: string;
  /** Takes something away. */
  readonly danger?: boolean;
  /** Changes something at the server: not to be pressed without a connection. */
  readonly writes?: boolean;
}

interface MenuButtonProps {
  /** In groups, with a line between them. */
  readonly groups: readonly (readonly MenuItem[])[];
  /** The button's name where what stands on it is no words. */
  readonly label?: string;
  readonly class?: string;
  readonly disabled?: boolean;
  /** The name of the list where that is not the button's. */
  readonly listLabel?: string;
  /** In small print below the lines. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

const GAP = 4;
const EDGE = 8;

/** A button that opens a list of things to do (WAI-ARIA APG, menu button). Nothing is done before a line is chosen. */
export function MenuButton({ groups, label, listLabel = label, foot, children, ...rest }: MenuButtonProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // A press on the button closes the open list before it is a click.
  const wasOpen = useRef(false);
  const lines = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const close = (): void => list.current?.hidePopover();
  const stand = (): void => {
    if (list.current !== null && button.current !== null) place(list.current, button.current);
  };
  // Who turns a tablet finds the list at its button again.
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('resize', stand);
    return () => removeEventListener('resize', stand);
  }, [isOpen]);
  /** @param at the line that gets the focus; undefined: the chosen one, or the first */
  const open = (at?: number): void => {
    list.current?.showPopover();
    stand();
    const all = lines();
    const chosen = all.find((line) => line.ariaChecked === 'true') ?? all[0];
    (at === undefined ? chosen : all.at(at))?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const all = lines();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (here + 1) % all.length,
      ArrowUp: here < 1 ? -1 : here - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (event.key === 'Tab') close();
    const typed = event.key.length === 1 && event.key !== ' ' ? startingWith(all, here, event.key) : undefined;
    const to = next === undefined ? typed : all.at(next);
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <>
      <button
        {...rest}
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          if (!wasOpen.current) open();
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? undefined : -1);
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu-list"
        popover="auto"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
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

function Group({
  items,
  isFirst,
  close,
}: {
  readonly items: readonly MenuItem[];
  readonly isFirst: boolean;
  readonly close: () => void;
}) {
  if (items.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: `hr` may stand in a menu with this role alone */}
      {!isFirst && <div role="separator" />}
      {items.map((item) => (
        <Line key={item.id ?? item.text} item={item} close={close} />
      ))}
    </>
  );
}

function Line({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { text, icon, href, chosen, tone, beside, danger = false, writes = false } = item;
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
      class={danger ? 'danger' : undefined}
      {...(writes ? { 'data-writes': true } : {})}
      onClick={act}
    >
      {shown}
    </button>
  );
}

/** Below the button, or above it where there is no room; never over the edge of the window. */
function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = list;
  const below = at.bottom + GAP;
  const isRoom = below + offsetHeight <= innerHeight - EDGE;
  const top = isRoom ? below : Math.max(EDGE, at.top - GAP - offsetHeight);
  // Beside the right edge it ends where the button ends.
  const left = at.left + offsetWidth <= innerWidth - EDGE ? at.left : at.right - offsetWidth;
  list.style.top = `${top}px`;
  list.style.left = `${Math.max(EDGE, left)}px`;
}

/** The next line after the present one that begins with what was typed. */
function startingWith(lines: readonly HTMLElement[], here: number, key: string): HTMLElement | undefined {
  const ahead = [...lines.slice(here + 1), ...lines.slice(0, here + 1)];
  return ahead.find((line) => line.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
