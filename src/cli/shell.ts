import { type Language, toLanguage, type World } from '../base/index.ts';

export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly world: World;
  /** The width of the terminal; 80 if there is none. */
  readonly columns: number;
  out(text: string): void;
  err(text: string): void;
  readStdin(): Promise<string>;
  /**
   * Resolves at the first signal that requests an end, such as SIGTERM.
   * @param passed called for any other signal that ends a process by default, such as SIGHUP
   */
  stopSignal(passed: (signal: string) => void): Promise<string>;
}

/**
 * Returns the language of the terminal, from a locale such as `ru_RU.UTF-8`. The first variable with a value counts
 * (POSIX).
 */
export function languageOf({ env }: Shell): Language {
  const said = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '');
  return toLanguage((said ?? '').slice(0, 2));
}
