import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Language, language } from './language.ts';

interface LaterWords<W> {
  /** The words. Reading them throws until they are loaded. */
  readonly words: ReadonlySignal<W>;
  /** Loads the words. The promise must resolve before anything that uses them is shown. */
  readonly load: () => Promise<void>;
}

/**
 * Creates words that load separately, for parts that most visits never show. After loading, they follow the reader's
 * language.
 */
export function laterWords<W>(dictionaries: Readonly<Record<Language, () => Promise<W>>>): LaterWords<W> {
  const shown = signal<W | undefined>(undefined);
  const load = async (): Promise<void> => {
    const wanted = language.peek();
    const found = await dictionaries[wanted]();
    if (wanted === language.peek()) shown.value = found;
  };
  // The previous words stay until the new ones have loaded.
  effect(() => {
    if (language.value !== undefined && shown.peek() !== undefined) void load();
  });
  const words = computed<W>(() => {
    if (shown.value === undefined) throw new Error('words were asked for before they were there');
    return shown.value;
  });
  return { words, load };
}
