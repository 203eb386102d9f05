import type { Page } from 'playwright-core';

/** The time between two keys of a scanner. Some scanners are slower, but none is as slow as a hand. */
const KEY_MS = 10;

interface KeyPress {
  readonly text: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
}

const keyOf = (key: string): KeyPress =>
  key === 'Enter'
    ? { text: '\r', code: 'Enter', windowsVirtualKeyCode: 13 }
    : { text: key, code: `Digit${key}`, windowsVirtualKeyCode: key.charCodeAt(0) };

/**
 * Presses keys at a pace. Each press carries its own time, so that the pace is right even on a slow machine.
 * @param keys digits and `Enter`
 * @returns the time of the next key press
 */
export async function pressAtPace(
  page: Page,
  keys: readonly string[],
  { everyMs = KEY_MS, beganMs = Date.now() } = {},
): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await Promise.all(
    keys.flatMap((key, nth) => {
      const { text, ...place } = keyOf(key);
      const pressed = { ...place, key, timestamp: (beganMs + nth * everyMs) / 1_000 };
      return [
        devTools.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyDown', text }),
        devTools.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' }),
      ];
    }),
  );
  await devTools.detach();
  return beganMs + keys.length * everyMs;
}

export const scan = (page: Page, ...codes: string[]): Promise<number> =>
  pressAtPace(
    page,
    codes.flatMap((code) => [...code, 'Enter']),
  );
