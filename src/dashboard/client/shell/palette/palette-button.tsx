import { useEffect, useState } from 'preact/hooks';
import { lazyPart } from '../../ui/lazy-page.tsx';
import { words } from '../../words/words.ts';
import { paletteKeys } from './palette-keys.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

/** Opens the search from every page; so do Ctrl+K and ⌘K, by the place of the key. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || event.ctrlKey === event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // Over another dialog it would hide what was asked there.
      if (document.querySelector('dialog[open]') === null) setIsOpen(true);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <button type="button" class="palette-button" onClick={() => setIsOpen(true)}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M11 11l4 4M7 12.5a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11z" />
        </svg>
        {words.value.palette.open}
        <span class="palette-keys" aria-hidden="true">
          {paletteKeys().map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
