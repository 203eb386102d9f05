const MOST_CHARS = 60;
/** Dots that browsers and mail programs take for the one of a domain. */
const DOTS = /[.。．｡]/gu;
const UNSEEN = /\p{Cf}/gu;
const BLANKS = /[\p{C}\p{Z}\s]+/gu;
/** An address, also one in digits, or a telephone number: who names a workspace so wants its reader to go there. */
const LEADS_AWAY = /@|:\/\/|\bhttps?\b|\bwww\b|(?:\d[\s()+-]*){7}|(?:\d{1,3}\.){3}\d/iu;
/**
 * The dot of a domain. Mail programs make a link of what looks like one. So a shop that is called by its domain is
 * shown without the dot.
 */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}_-])\.(?=[\p{L}\p{N}]{2})/gu;
const PATH = /[/\\]/g;

/**
 * A name of a workspace or person for a mail to a reader who has not agreed to one. It is short, on one line, and holds
 * nothing to follow or call.
 *
 * @returns undefined if the mail must do without it
 */
export function mailableName(name: string | null): string | undefined {
  const text = (name ?? '')
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(DOTS, '.')
    .replaceAll(BLANKS, ' ')
    .trim();
  if (text === '' || LEADS_AWAY.test(text)) return undefined;
  const shown = text.replaceAll(DOMAIN_DOT, ' ').replaceAll(PATH, ' ').replaceAll(BLANKS, ' ').trim();
  const chars = [...shown];
  return chars.length > MOST_CHARS ? `${chars.slice(0, MOST_CHARS - 1).join('')}…` : shown;
}
