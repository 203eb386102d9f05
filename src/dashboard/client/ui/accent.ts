/** Puts the pages, or a part of them, under an accent: one of the eight, or `#rrggbb`. */
export async function wearAccent(on: HTMLElement, accent: string): Promise<void> {
  on.dataset['accent'] = accent;
  if (!accent.startsWith('#')) {
    on.style.removeProperty('--accent');
    return;
  }
  const { readableAccent } = await import('./own-accent.ts');
  const { light, dark } = readableAccent(accent);
  // Another one may have been chosen meanwhile.
  if (on.dataset['accent'] === accent) on.style.setProperty('--accent', `light-dark(${light}, ${dark})`);
}
