/** The accent colors that a shop can choose. look/tokens.css defines them by these names. */
export const ACCENTS = ['pine', 'teal', 'cobalt', 'iris', 'plum', 'rose', 'clay', 'graphite'] as const;
