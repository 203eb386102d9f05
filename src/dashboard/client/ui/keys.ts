import { useLayoutEffect, useRef } from 'preact/hooks';

/** The actions by physical key: `KeyO`, `Slash`, or with Shift `Shift+Slash`. */
type Keys = Readonly<Record<string, () => void>>;

const SETTING = 'docket.shortcuts';
const CHORD_MS = 1_500;

export const shortcutsOn = (): boolean => localStorage.getItem(SETTING) !== 'off';
export function switchShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}

const WRITING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

let holders = 0;

/**
 * Turns off the pages' shortcuts while something is loading, so that early keys trigger none.
 * @returns a function that turns the shortcuts on again, unless another caller keeps them off
 */
export function holdKeys(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
  };
}

function isTaken(event: KeyboardEvent): boolean {
  if (holders > 0 || event.defaultPrevented) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector('dialog[open], :popover-open') !== null) return true;
  return event.target instanceof Element && event.target.closest(WRITING) !== null;
}

/** Calls `hear` for every key on the page. @param capture true to get keys before the elements on the page */
export function useEveryKey(hear: (event: KeyboardEvent) => void, capture = false): void {
  const latest = useRef(hear);
  latest.current = hear;
  // This is a layout effect, because a reader may press a key as soon as the page is visible.
  useLayoutEffect(() => {
    const call = (event: KeyboardEvent): void => latest.current(event);
    addEventListener('keydown', call, { capture });
    return () => removeEventListener('keydown', call, { capture });
  }, []);
}

/**
 * Handles the shortcuts of a page by the position of the key, not by its letter. On a Russian layout, the key of `o`
 * types «щ».
 */
export function useKeys(keys: Keys): void {
  useEveryKey((event) => {
    if (!shortcutsOn() || isTaken(event) || event === ofChord || chordBegan !== undefined) return;
    const act = keys[`${event.shiftKey ? 'Shift+' : ''}${event.code}`];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

let chordBegan: ReturnType<typeof setTimeout> | undefined;
/**
 * The event of a chord's second key. It never acts as a shortcut of the page, whether or not the chord opens a page.
 */
let ofChord: KeyboardEvent | undefined;

/**
 * Opens a page when the reader presses `g` and then another key. The hook is mounted once, around all pages. It listens
 * in the capture phase, so it gets keys before the page's own shortcuts.
 */
export function useChords(places: Keys): void {
  useEveryKey((event) => {
    if (!shortcutsOn() || isTaken(event)) return;
    if (chordBegan === undefined) {
      if (event.code === 'KeyG' && !event.shiftKey) chordBegan = setTimeout(forget, CHORD_MS);
      return;
    }
    forget();
    ofChord = event;
    const go = places[event.code];
    if (go === undefined) return;
    event.preventDefault();
    go();
  }, true);
}

function forget(): void {
  clearTimeout(chordBegan);
  chordBegan = undefined;
}
