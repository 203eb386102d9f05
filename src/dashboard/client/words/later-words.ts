import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Language, language } from './language.ts';

interface LaterWords<W> {
  /** Throws until they are loaded. */
  readonly words: ReadonlySignal<W>;
  /** Awaited before anything that uses the words is shown. */
  readonly load: () => Promise<void>;
}

/** Words apart from all others, for what most visits never show. They follow the reader's language once they are loaded. */
export function laterWords<W>(dictionaries: Readonly<Record<Language, () => Promise<W>>>): LaterWords<W> {
  const shown = signal<W | undefined>(undefined);
  const load = async (): Promise<void> => {
    const wanted = language.peek();
    const found = await dictionaries[wanted]();
    if (wanted === language.peek()) shown.value = found;
  };
  // The words before stay until the others are there.
  effect(() => {
    if (language.value !== undefined && shown.peek() !== undefined) void load();
  });
  const words = computed<W>(() => {
    if (shown.value === undefined) throw new Error('words were asked for before they were there');
    return shown.value;
  });
  return { words, load };
}
