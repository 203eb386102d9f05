/** As the keyboard at hand has them written on. */
export const paletteKeys = (): readonly string[] => [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K'];
