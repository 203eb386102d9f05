/** The colours that are drawn up for a shop to choose from, as look/tokens.css names them. */
export const ACCENTS = ['pine', 'teal', 'cobalt', 'iris', 'plum', 'rose', 'clay', 'graphite'] as const;
