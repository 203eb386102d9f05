import { Search } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { holdKeys, useEveryKey } from '../../ui/keys.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import { paletteKeys } from './palette-keys.ts';

const Palette = lazyPart(async () => (await withOtherWords(import('./palette.tsx'))).Palette);

/**
 * Collects the text that is typed before the search has loaded. Without this hook, those keys would act as shortcuts of
 * the page.
 */
function useEarly(isOpen: boolean, close: () => void): { readonly current: string } {
  const early = useRef('');
  useLayoutEffect(() => {
    early.current = '';
    if (!isOpen) return undefined;
    const release = holdKeys();
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
      if (event.key === 'Escape') close();
      else if (event.key.length === 1) early.current += event.key;
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', hear);
    return () => {
      release();
      removeEventListener('keydown', hear);
    };
  }, [isOpen]);
  return early;
}

/**
 * Opens the search from every page, as do Ctrl+K and ⌘K. The shortcut depends on the key's position on the keyboard,
 * not on its letter.
 */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const early = useEarly(isOpen, close);
  useEveryKey((event) => {
    if (event.code !== 'KeyK' || event.ctrlKey === event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The palette does not open over another dialog, because it would hide that dialog's question.
    if (document.querySelector('dialog[open]') === null) setIsOpen(true);
  });
  return (
    <>
      <button type="button" class="palette-button" onClick={() => setIsOpen(true)}>
        <Icon of={Search} />
        <span class="palette-words">{words.value.menu.search}</span>
        <span class="palette-keys" aria-hidden="true">
          {paletteKeys().map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </button>
      {isOpen && <Palette early={early} onClose={close} />}
    </>
  );
}
