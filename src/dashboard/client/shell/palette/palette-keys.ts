/** Returns the keys that open the search, as this keyboard labels them. */
export const paletteKeys = (): readonly string[] => [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K'];
