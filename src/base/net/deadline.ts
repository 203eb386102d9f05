/**
 * A time limit that all parts of an attempt share. An AbortController would add a tenth to the cost of each request.
 */
export class Deadline {
  readonly #timer: ReturnType<typeof setTimeout>;
  #passed: (() => void) | undefined;
  #isOver = false;

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#passed?.();
    }, ms);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Calls `passed` when the time is up, or immediately if it already is. `passed` replaces the function of an earlier
   * call.
   */
  tell(passed: () => void): void {
    this.#passed = passed;
    if (this.#isOver) passed();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#passed = undefined;
  }
}
