import { useEffect, useRef, useState } from 'preact/hooks';

/** True for a barcode of a product. EAN-8 is the shortest in shops. */
export const isCode = (text: string): boolean => /^\d{8,14}$/.test(text);

/** Milliseconds per key: a scanner is faster, a hand is slower. */
const KEY_MS = 60;
const PAUSE_MS = 500;

/** Digits at a scanner's pace, and the function that takes them out of their field again. */
interface Burst {
  readonly target: EventTarget | null;
  readonly beganMs: number;
  readonly undo: () => void;
  digits: string;
  lastMs: number;
}

/** @returns a function that restores the field's present text and notifies its form */
function undoOf(target: EventTarget | null): () => void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return () => undefined;
  const { value, selectionStart, selectionEnd, selectionDirection } = target;
  return () => {
    if (target.value === value) return;
    target.value = value;
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
    target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
  };
}

/** Tells codes that a scanner types from digits that a hand does: by their pace, wherever the focus is. */
class Ear {
  readonly #take: (code: string) => void;
  #burst: Burst | undefined;
  #silence: PromiseWithResolvers<void> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(take: (code: string) => void) {
    this.#take = take;
  }

  readonly hear = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') return;
    const isPlain = !(event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey);
    if (isPlain && /^\d$/.test(event.key)) {
      this.#add(event);
      return;
    }
    if (isPlain && event.key === 'Enter') this.#enter(event);
    this.#burst = undefined;
    this.#fallSilent();
  };

  /** Waits while a code may be under way. */
  async silence(): Promise<void> {
    while (this.#silence !== undefined) await this.#silence.promise;
  }

  /** The events say when their keys were pressed: a page at work hears of them later. */
  #goesOn({ target, timeStamp }: KeyboardEvent): boolean {
    return this.#burst?.target === target && timeStamp - this.#burst.lastMs <= PAUSE_MS;
  }

  #enter(event: KeyboardEvent): void {
    const { digits, undo } = (this.#goesOn(event) && this.#burst) || {};
    if (digits === undefined || !isCode(digits)) return;
    // The browser would send the form, or press the button that has the focus.
    event.preventDefault();
    event.stopPropagation();
    undo?.();
    if (document.querySelector('dialog[open]') === null) this.#take(digits);
  }

  #add(event: KeyboardEvent): void {
    const { target, timeStamp, key } = event;
    const burst = this.#burst;
    if (burst !== undefined && this.#goesOn(event) && timeStamp - burst.beganMs <= KEY_MS * burst.digits.length) {
      burst.digits += key;
      burst.lastMs = timeStamp;
    } else this.#burst = { target, beganMs: timeStamp, undo: undoOf(target), digits: key, lastMs: timeStamp };
    this.#silence ??= Promise.withResolvers();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#fallSilent(), PAUSE_MS);
  }

  #fallSilent(): void {
    clearTimeout(this.#pause);
    this.#silence?.resolve();
    this.#silence = undefined;
  }
}

/**
 * Hears a scanner. Its digits are taken out of the field again that they were typed into, and its Enter presses nothing.
 *
 * @returns a promise for the moment when no further code is under way
 */
export function useScanner(take: (code: string) => void): () => Promise<void> {
  const latest = useRef(take);
  latest.current = take;
  const [ear] = useState(() => new Ear((code) => latest.current(code)));
  useEffect(() => {
    addEventListener('keydown', ear.hear, { capture: true });
    return () => removeEventListener('keydown', ear.hear, { capture: true });
  }, []);
  return () => ear.silence();
}
