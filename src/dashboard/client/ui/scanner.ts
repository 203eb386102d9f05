import { useEffect, useRef } from 'preact/hooks';

/** Barcodes as a scanner types them: digits, and Enter behind the last. EAN-8 is the shortest in shops. */
const CODE = /^\d{8,14}$/;

/**
 * The code that a scanner has typed into a field, behind or in place of its text.
 *
 * @param before the text as it was
 */
export function scannedCode(text: string, before: string): string | undefined {
  const added = text.startsWith(before) ? text.slice(before.length) : text;
  return [added.trim(), text.trim()].find((one) => CODE.test(one));
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select') !== null;

/** Hears a scanner while no field has the focus. Its Enter does not press the button that has it. */
export function useScanner(take: (code: string) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    let typed = '';
    const hear = (event: KeyboardEvent): void => {
      if (isField(event.target) || document.querySelector('dialog[open]') !== null) typed = '';
      else if (/^\d$/.test(event.key)) typed += event.key;
      else if (event.key === 'Enter' && CODE.test(typed)) {
        event.preventDefault();
        event.stopPropagation();
        latest.current(typed);
        typed = '';
      } else if (event.key !== 'Shift') typed = '';
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, []);
}
