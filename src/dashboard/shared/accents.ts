/** The accent colours that a shop can choose from, by their names in look/tokens.css. */
export const ACCENTS = ['pine', 'teal', 'cobalt', 'iris', 'plum', 'rose', 'clay', 'graphite'] as const;
