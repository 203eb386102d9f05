import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns true for a product's barcode. EAN-8 is the shortest in shops. */
export const isCode = (text: string): boolean => /^\d{8,14}$/.test(text);

/** The longest average time between two digits from a scanner, in milliseconds. A hand types more slowly. */
const KEY_MS = 60;
const PAUSE_MS = 500;
/** The time between two checks for an open dialog, in milliseconds. */
const DIALOG_MS = 200;

/** Digits typed at a scanner's pace, and the function that removes them from their field. */
interface Burst {
  readonly target: EventTarget | null;
  readonly beganMs: number;
  readonly undo: () => void;
  digits: string;
  lastMs: number;
}

/** @returns a function that restores the field to its current text and notifies its form */
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

/** Distinguishes scanned codes from digits typed by hand, by their pace, wherever the focus is. */
class Ear {
  readonly #take: (code: string) => void;
  #burst: Burst | undefined;
  #silence: PromiseWithResolvers<void> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #held: string[] = [];
  #wait: ReturnType<typeof setTimeout> | undefined;

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

  /** Waits while a barcode is arriving from the scanner. A non-digit key or a pause of `PAUSE_MS` ends a barcode. */
  async silence(): Promise<void> {
    while (this.#silence !== undefined) await this.#silence.promise;
  }

  /**
   * Returns true if the key continues the burst. The time is the event's own, because a busy page handles a key long
   * after it was pressed.
   */
  #goesOn({ target, timeStamp }: KeyboardEvent): boolean {
    return this.#burst?.target === target && timeStamp - this.#burst.lastMs <= PAUSE_MS;
  }

  #enter(event: KeyboardEvent): void {
    const { digits, undo } = (this.#goesOn(event) && this.#burst) || {};
    if (digits === undefined || !isCode(digits)) return;
    // Without this, the browser would send the form, or press the focused button.
    event.preventDefault();
    event.stopPropagation();
    undo?.();
    this.#held.push(digits);
    this.#takeHeld();
  }

  /**
   * A code scanned while a dialog is open waits until the dialog closes. The dialog covers the page that takes the
   * code.
   */
  #takeHeld(): void {
    clearTimeout(this.#wait);
    if (document.querySelector('dialog[open]') === null) for (const code of this.#held.splice(0)) this.#take(code);
    else this.#wait = setTimeout(() => this.#takeHeld(), DIALOG_MS);
  }

  leave(): void {
    clearTimeout(this.#wait);
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
 * Listens for a barcode scanner, which types digits and Enter. These keys do not affect the page's fields and buttons.
 * @returns a function that waits until no further code is arriving
 */
export function useScanner(take: (code: string) => void): () => Promise<void> {
  const latest = useRef(take);
  latest.current = take;
  const [ear] = useState(() => new Ear((code) => latest.current(code)));
  useEffect(() => {
    addEventListener('keydown', ear.hear, { capture: true });
    return () => {
      removeEventListener('keydown', ear.hear, { capture: true });
      ear.leave();
    };
  }, []);
  return () => ear.silence();
}
