/**
 * Gives an element and everything in it an accent color.
 * @param accent the name of one of the eight accents, or `#rrggbb`
 */
export async function wearAccent(on: HTMLElement, accent: string): Promise<void> {
  on.dataset['accent'] = accent;
  if (!accent.startsWith('#')) {
    on.style.removeProperty('--accent');
    return;
  }
  const { readableAccent } = await import('./own-accent.ts');
  const { light, dark } = readableAccent(accent);
  // Another accent may have been chosen while the code loaded. The newer accent stays.
  if (on.dataset['accent'] === accent) on.style.setProperty('--accent', `light-dark(${light}, ${dark})`);
}
