/**
 * Every text of the pages, in English (`en`) and Russian (`ru`), and the choice between them. The Russian words have
 * the type of the English ones, so that none is missing.
 * May know: the rules and action codes that have words. Must never: import another room, or build a text from other
 * texts.
 *
 * The words for guests come with the first script, the others with the pages that use them.
 */
export {};
