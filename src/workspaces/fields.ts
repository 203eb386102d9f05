import { fitsChars, type Issue, isTimeZone, validationFailed } from '../base/index.ts';
import { ACCENTS } from '../storage/index.ts';

/** Checks of single fields: name, time zone, accent, a line of the papers; each returns the cleaned value or throws validation_failed. */

const NAME_CHARS = 200;

const refuse = (issue: Issue): never => {
  throw validationFailed([issue]);
};

/** A name on one line, of so many characters at most. */
export function cleanName(path: string, text: string, most = NAME_CHARS): string {
  const name = text.trim();
  if (name === '' || !fitsChars(name, most) || /\p{Cc}/u.test(name)) {
    return refuse({ path, rule: 'line_between', least: 1, most });
  }
  return name;
}

const LINE_CHARS = 200;

/** One line, or nothing. */
export function cleanLine(path: string, text: string): string {
  const line = text.trim();
  const isLine = fitsChars(line, LINE_CHARS) && !/\p{Cc}/u.test(line) && line.isWellFormed();
  return isLine ? line : refuse({ path, rule: 'line_at_most', most: LINE_CHARS });
}

export function cleanTimeZone(path: string, text: string): string {
  return isTimeZone(text) ? text : refuse({ path, rule: 'time_zone', given: text });
}

/** One of the eight, or a colour as `#rrggbb`. */
export function cleanAccent(path: string, text: string): string {
  const colour = text.trim().toLowerCase();
  const isOurs = ACCENTS.some((one) => one === colour) || /^#[0-9a-f]{6}$/.test(colour);
  return isOurs ? colour : refuse({ path, rule: 'accent' });
}
