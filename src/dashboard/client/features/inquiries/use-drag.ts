import { useEffect, useRef, useState } from 'preact/hooks';

export interface Drag {
  readonly id: string;
  /** The stage under the pointer. */
  readonly over: string | undefined;
}

interface Held {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly pointer: number;
  readonly touch: boolean;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  active: boolean;
}

/** A click is no drag. */
const MOUSE_STEP = 6;
/** A finger that moves sooner scrolls. */
const LONG_PRESS_MS = 350;
const FINGER_STEP = 12;
const EDGE = 48;
const SCROLL_STEP = 12;

/** The stage under the pointer. A column reaches to the foot of the page, however few cards it has. */
function stageAt(board: HTMLElement | null, x: number, y: number): string | undefined {
  const over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-drop]') ?? [])];
  const above = columns.find((column) => {
    const { left, right, bottom } = column.getBoundingClientRect();
    return left <= x && x <= right && y > bottom;
  });
  return (over ?? above)?.dataset['drop'];
}

/**
 * Lets cards be carried: by the mouse from wherever they are held, by a finger from their handle after a long press.
 * It has 0.8 KB, gzipped; `sortablejs` 1.15.7 has 12.2 and `@atlaskit/pragmatic-drag-and-drop` 4.0.0 has 6.8 (2026).
 *
 * @param drop called with a card and the stage that it was let go over
 */
export function useDrag(
  board: { readonly current: HTMLElement | null },
  ghost: { readonly current: HTMLElement | null },
  /** Undefined for who may only look. */
  drop: ((id: string, stage: string) => void) | undefined,
): Drag | undefined {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(drop);
  latest.current = drop;
  useEffect(() => {
    if (drop === undefined) return undefined;
    let held: Held | undefined;
    const end = (): void => {
      clearTimeout(held?.timer);
      held = undefined;
      document.body.classList.remove('inquiries-dragging');
      setDrag(undefined);
    };
    const begin = (): void => {
      if (held === undefined) return;
      held.active = true;
      document.body.classList.add('inquiries-dragging');
      setDrag({ id: held.id, over: undefined });
    };
    const press = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      const id = target?.closest<HTMLElement>('[data-id]')?.dataset['id'];
      const touch = event.pointerType !== 'mouse';
      const byHandle = target?.closest('.inquiries-handle') !== null;
      if (held !== undefined || id === undefined || event.button !== 0) return;
      if (byHandle ? false : touch || target?.closest('button') !== null) return;
      const timer = touch ? setTimeout(begin, LONG_PRESS_MS) : undefined;
      held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, touch, timer, active: false };
    };
    const go = (event: PointerEvent): void => {
      if (held === undefined || event.pointerId !== held.pointer) return;
      const { clientX: x, clientY: y } = event;
      const far = Math.hypot(x - held.x, y - held.y);
      if (held.active) carry(x, y);
      else if (held.touch && far > FINGER_STEP) end();
      else if (!held.touch && far > MOUSE_STEP) begin();
    };
    const carry = (x: number, y: number): void => {
      if (ghost.current !== null) ghost.current.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
      scrollAtEdge(board.current, x);
      const over = stageAt(board.current, x, y);
      setDrag((before) => (before === undefined || before.over === over ? before : { ...before, over }));
    };
    const release = (event: PointerEvent): void => {
      if (held === undefined || event.pointerId !== held.pointer) return;
      const { id, active } = held;
      const over = active ? stageAt(board.current, event.clientX, event.clientY) : undefined;
      end();
      if (active) swallowClick();
      if (over !== undefined) latest.current?.(id, over);
    };
    const stop = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && held?.active === true) end();
    };
    const plain = (event: Event): void => event.preventDefault();
    const at = board.current;
    at?.addEventListener('pointerdown', press);
    // A link would be carried away by the browser itself.
    at?.addEventListener('dragstart', plain);
    addEventListener('pointermove', go);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', end);
    addEventListener('keydown', stop);
    return () => {
      at?.removeEventListener('pointerdown', press);
      at?.removeEventListener('dragstart', plain);
      removeEventListener('pointermove', go);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', stop);
      end();
    };
  }, [drop === undefined]);
  return drag;
}

function scrollAtEdge(board: HTMLElement | null, x: number): void {
  if (board === null) return;
  const { left, right } = board.getBoundingClientRect();
  if (x < left + EDGE) board.scrollLeft -= SCROLL_STEP;
  else if (x > right - EDGE) board.scrollLeft += SCROLL_STEP;
}

/** The click that follows letting go is meant for nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
