type Colour = readonly [red: number, green: number, blue: number];

/**
 * The backgrounds in look/tokens.css for text in the accent color. In LIGHT the lightest is last, in DARK the darkest.
 */
export const LIGHT = ['#f6f3ee', '#fdfcfa', '#ffffff'] as const;
export const DARK = ['#26221f', '#1f1c19', '#171513'] as const;
/** Must equal the share of `--accent` in `--accent-back` (look/tokens.css). */
const SHARE = 0.1;
/** The least contrast by WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
const STEP = 0.02;

const partsOf = (hex: string): Colour => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};
const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (one: Colour, other: Colour, share: number): Colour => {
  const part = (at: 0 | 1 | 2): number => one[at] * share + other[at] * (1 - share);
  return [part(0), part(1), part(2)];
};

function luminance(colour: Colour): number {
  const linear = (part: number): number => {
    const whole = part / 255;
    return whole <= 0.04045 ? whole / 12.92 : ((whole + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * Returns a readable color close to the wanted one. Shifts it toward black or white until its contrast with all
 * backgrounds is high enough. One background is mixed from the color itself, so it changes with each step.
 */
function bend(wanted: Colour, end: Colour, grounds: readonly Colour[], paper: Colour): string {
  for (let share = 1; share > 0; share -= STEP) {
    // The color is already rounded, because rounding afterward could push the contrast below the limit.
    const colour = partsOf(hexOf(mix(wanted, end, share)));
    const own = mix(colour, paper, SHARE);
    if ([...grounds, own].every((ground) => contrast(colour, ground) >= LEAST)) return hexOf(colour);
  }
  return hexOf(end);
}

/** Adjusts any chosen color for each color scheme until text in it is readable. @param hex `#rrggbb` */
export function readableAccent(hex: string): { readonly light: string; readonly dark: string } {
  const wanted = partsOf(hex);
  const paper = { light: partsOf(LIGHT[1]), dark: partsOf(DARK[2]) };
  return {
    light: bend(wanted, [0, 0, 0], LIGHT.map(partsOf), paper.light),
    dark: bend(wanted, [255, 255, 255], DARK.map(partsOf), paper.dark),
  };
}
