const MOST_CHARS = 60;
/** Characters that browsers and mail programs treat as the dot of a domain. */
const DOTS = /[.。．｡]/gu;
/**
 * Invisible characters. Domain names ignore them, so `evil` and `.com` with such a character between them mean
 * `evil.com`.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BLANKS = /[\p{C}\p{Z}\s]+/gu;
/**
 * Signs of a link, an e-mail address, an IP address or a phone number. A name that contains such a sign may lure the
 * reader of a mail to a stranger.
 */
const LEADS_AWAY = /@|:\/\/|\bhttps?\b|\bwww\b|(?:\p{N}[^\p{L}\p{N}]*){7}|(?:\p{N}{1,3}\.){3}\p{N}/iu;
/** A dot in a domain name. Mail programs turn domain names into links, so the dot is replaced by a space. */
const DOMAIN_DOT = /(?<=\S)\.(?=[\p{L}\p{N}][\p{L}\p{M}\p{N}])/gu;
const PATH = /[/\\]/g;

/**
 * Cleans a name for a mail that the reader did not request: short, on one line, without a link or phone number.
 * @returns undefined if the mail must not contain the name
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
