/** Sets the accent of the pages, or of a part of them: one of the eight, or `#rrggbb`. */
export async function wearAccent(on: HTMLElement, accent: string): Promise<void> {
  on.dataset['accent'] = accent;
  if (!accent.startsWith('#')) {
    on.style.removeProperty('--accent');
    return;
  }
  const { readableAccent } = await import('./own-accent.ts');
  const { light, dark } = readableAccent(accent);
  // Another accent may have been chosen meanwhile.
  if (on.dataset['accent'] === accent) on.style.setProperty('--accent', `light-dark(${light}, ${dark})`);
}
