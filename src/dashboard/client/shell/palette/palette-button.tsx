import { Search } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import { paletteKeys } from './palette-keys.ts';

const Palette = lazyPart(async () => (await withOtherWords(import('./palette.tsx'))).Palette);

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
        <Icon of={Search} />
        <span class="palette-words">{words.value.menu.search}</span>
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
