import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { isPhone } from '../../ui/phone.ts';
import { useDrag } from '../../ui/use-drag.ts';
import { words } from '../../words/words.ts';
import { chooseFolded, type Foldable, widthOf } from './choose-folded.ts';
import type { BoardCard, BoardColumn } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';

export interface CardFace {
  readonly href: string;
  readonly title: string;
  readonly beside?: ComponentChildren;
  readonly body: ComponentChildren;
}

interface BoardProps<C extends BoardCard> {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly BoardColumn<C>[];
  readonly faceOf: (card: C, column: BoardColumn<C>) => CardFace;
  readonly footOf: (column: BoardColumn<C>) => ComponentChildren;
  /** Moves a card; undefined for readers who may not change anything. */
  readonly move: ((id: string, to: string) => void) | undefined;
  /** The id of the column that a phone shows; the first column if none has this id. */
  readonly chosen: string | undefined;
  readonly choose: (id: string) => void;
  /** The id of the card opened last. */
  readonly last?: string | undefined;
}

export function Board<C extends BoardCard>({ name, label, columns, faceOf, footOf, move, ...props }: BoardProps<C>) {
  const { chosen, choose, last } = props;
  const area = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLParagraphElement>(null);
  const folds = useFolds(area, columns, name);
  const focusAfter = useFocusAfter(area, last);
  const current = columns.find(({ id }) => id === chosen) ?? columns[0];
  const turn = (by: 1 | -1): void => {
    const at = columns.findIndex(({ id }) => id === current?.id) + by;
    choose(columns[Math.min(Math.max(at, 0), columns.length - 1)]?.id ?? '');
  };
  const drag = useDrag(area, { ghost, drop: move });
  const hear = useCardKeys(area, turn);
  const columnOf = (id: string) => columns.find(({ cards }) => cards.some((card) => card.id === id));
  const faceNamed = (id: string): string => {
    const column = columnOf(id);
    const card = column?.cards.find((one) => one.id === id);
    return card === undefined || column === undefined ? '' : faceOf(card, column).title;
  };
  const menuFor = (card: C, own: BoardColumn<C>) =>
    columns.flatMap(({ id, name: text, tone, active }, at) =>
      active && id !== own.id ? [{ id, text, tone, digit: at + 1, writes: true, act: () => carry(card.id, id) }] : [],
    );
  const carry = (id: string, to: string): void => {
    focusAfter(id);
    move?.(id, to);
  };
  return (
    <>
      <Picker label={label} columns={columns} current={current?.id ?? ''} choose={choose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go from card to card, and each card is a link */}
      <div class={`board${folds.scrolls ? ' board-scrolls' : ''}`} ref={area} onKeyDown={hear}>
        {columns.map((column) => (
          <Column
            key={column.id}
            column={column}
            isCurrent={column === current}
            isOver={drag?.over === column.id}
            isFolded={folds.isFolded(column.id)}
            toggle={() => folds.toggle(column.id)}
          >
            <ul class="plain">
              {column.cards.map((card) => (
                <Card
                  key={card.id}
                  id={card.id}
                  tone={column.tone}
                  face={faceOf(card, column)}
                  items={move === undefined ? undefined : menuFor(card, column)}
                  isHeld={drag?.id === card.id}
                />
              ))}
            </ul>
            {column.count === 0 && <p class="meta">{words.value.flows.board.empty}</p>}
            {footOf(column)}
          </Column>
        ))}
      </div>
      {drag !== undefined && (
        <>
          <DropBar columns={columns} over={drag.over} />
          <p class="board-ghost card" ref={ghost} aria-hidden="true">
            {faceNamed(drag.id)}
          </p>
        </>
      )}
    </>
  );
}

interface PickerProps extends Pick<BoardProps<BoardCard>, 'label' | 'choose'> {
  readonly columns: readonly Omit<BoardColumn<BoardCard>, 'cards'>[];
  readonly current: string;
}

const Picker = ({ label, columns, current, choose }: PickerProps) => (
  <div class="board-picker">
    <ChoiceMenu
      label={label}
      value={current}
      groups={[columns.map(({ id, name, tone, count: all }) => ({ value: id, text: `${name} (${count(all)})`, tone }))]}
      choose={choose}
    />
  </div>
);

interface DropBarProps {
  readonly columns: PickerProps['columns'];
  readonly over: string | undefined;
}

const DropBar = ({ columns, over }: DropBarProps) => (
  <div class="board-drop-bar" aria-hidden="true">
    <span class="meta">{words.value.flows.board.dropHere}</span>
    {columns
      .filter(({ active }) => active)
      .map(({ id, name, tone }) => (
        <span key={id} class={`chip ${tone}${over === id ? ' board-over' : ''}`} data-drop={id}>
          {name}
        </span>
      ))}
  </div>
);

interface CardProps {
  readonly id: string;
  readonly tone: string;
  readonly face: CardFace;
  readonly items: Parameters<typeof MenuButton>[0]['groups'][number] | undefined;
  readonly isHeld: boolean;
}

function Card({ id, tone, face: { href, title, beside, body }, items, isHeld }: CardProps) {
  const w = words.value.flows.board;
  return (
    <li class={`card board-card edge ${tone}${isHeld ? ' board-held' : ''}`} data-id={id}>
      <p class="board-card-top">
        <a href={href} draggable={false}>
          <bdi>{title}</bdi>
        </a>
        {beside}
        {items !== undefined && (
          <>
            <span class="drag-handle" aria-hidden="true" />
            <MenuButton class="bare" label={`${w.move}: ${title}`} listLabel={w.move} groups={[items]} />
          </>
        )}
      </p>
      {body}
    </li>
  );
}

interface ColumnProps {
  readonly column: BoardColumn<BoardCard>;
  /** True for the column that a phone shows. */
  readonly isCurrent: boolean;
  readonly isOver: boolean;
  readonly isFolded: boolean;
  readonly toggle: () => void;
  readonly children: ComponentChildren;
}

function Column({ column, isCurrent, isOver, isFolded, toggle, children }: ColumnProps) {
  const { board: w, off } = words.value.flows;
  const { id, name, tone, active } = column;
  const state = `${isCurrent ? ' board-current' : ''}${isOver ? ' board-over' : ''}${isFolded ? ' board-folded' : ''}`;
  return (
    <section class={`board-column${state}`} data-drop={active ? id : undefined} aria-label={name}>
      <h2>
        <span class={`dot ${tone}`} />
        <bdi>{name}</bdi> <span class="count">{count(column.count)}</span>
        {!active && <span class="meta">{off}</span>}
        <button
          type="button"
          class="bare board-fold"
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? w.unfold : w.fold}: ${name}`}
          onClick={toggle}
        >
          <Icon of={isFolded ? ChevronsLeftRight : ChevronsRightLeft} size={16} />
        </button>
      </h2>
      {!isFolded && children}
    </section>
  );
}

interface Folds {
  readonly isFolded: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** True if even folded columns do not fit, so that the board scrolls. */
  readonly scrolls: boolean;
}

/**
 * Folds columns until all columns fit into the width that the page gives the board.
 * @param name identifies the board in the browser's storage, which keeps the user's choice of folded columns
 */
function useFolds(board: { readonly current: HTMLElement | null }, columns: readonly Foldable[], name: string): Folds {
  const key = `docket.folds.${name}`;
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>(() => JSON.parse(keptChoice(key) ?? '{}'));
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (board.current === null) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    watch.observe(board.current);
    return () => watch.disconnect();
  }, []);
  const folded = isPhone.value ? new Set<string>() : chooseFolded(columns, chosen, room);
  return {
    isFolded: (id) => folded.has(id),
    toggle(id) {
      const next = { ...chosen, [id]: !folded.has(id) };
      setChosen(next);
      keepChoice(key, JSON.stringify(next));
    },
    scrolls: !isPhone.value && widthOf(columns.length, folded.size) > room,
  };
}

interface FocusTarget {
  readonly id: string;
  /**
   * The position of the moved card in its old column. If the moved card is not visible, the card now at this position
   * gets the focus. With -1, no other card gets the focus.
   */
  readonly row: number;
}

const cardsIn = (board: HTMLElement | null): HTMLElement[] => [
  ...(board?.querySelectorAll<HTMLElement>('[data-id]') ?? []),
];

/**
 * Focuses a card after it moves to another column. If the card is not visible there, focuses its old neighbor.
 * @param last the card opened last, focused when the user returns to the board
 */
function useFocusAfter(board: { readonly current: HTMLElement | null }, last: string | undefined) {
  const wanted = useRef<FocusTarget | undefined>(last === undefined ? undefined : { id: last, row: -1 });
  // This is a layout effect, because it must run before `keepFocus`. That function moves the focus to the page when the
  // card's old element is gone.
  useLayoutEffect(() => {
    if (wanted.current === undefined || document.querySelector('dialog[open], :popover-open') !== null) return;
    const { id, row } = wanted.current;
    const cards = cardsIn(board.current);
    // The cards have not loaded yet; a later render tries again.
    if (cards.length === 0) return;
    wanted.current = undefined;
    const seen = cards.filter((card) => card.offsetParent !== null);
    const card =
      seen.find((one) => one.dataset['id'] === id) ?? (row < 0 ? undefined : seen[Math.min(row, seen.length - 1)]);
    const picker = row < 0 ? null : board.current?.parentElement?.querySelector<HTMLElement>('.board-picker button');
    (card?.querySelector('a') ?? picker)?.focus();
  });
  return (id: string): void => {
    const card = cardsIn(board.current).find((one) => one.dataset['id'] === id);
    wanted.current = { id, row: card === undefined ? 0 : [...(card.parentElement?.children ?? [])].indexOf(card) };
  };
}
