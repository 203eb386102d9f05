import { fitsChars, type Issue, isTimeZone, validationFailed } from '../base/index.ts';

/** Checks of single fields of workspaces, keys and people; each returns the cleaned value or throws validation_failed. */

const NAME_CHARS = 200;
const MIN_PASSWORD_CHARS = 8;
const MAX_PASSWORD_CHARS = 128;
const EMAIL_CHARS = 254;
const SOURCE_CHARS = 64;
const SOURCE = new RegExp(`^[a-z0-9-]{1,${SOURCE_CHARS}}$`);
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

const refuse = (issue: Issue): never => {
  throw validationFailed([issue]);
};

export function cleanName(path: string, text: string): string {
  const name = text.trim();
  if (name === '' || !fitsChars(name, NAME_CHARS) || /\p{Cc}/u.test(name)) {
    return refuse({ path, rule: 'line_between', least: 1, most: NAME_CHARS });
  }
  return name;
}

export function cleanTimeZone(path: string, text: string): string {
  return isTimeZone(text) ? text : refuse({ path, rule: 'time_zone', given: text });
}

export function cleanEmail(path: string, text: string): string {
  const email = text.trim();
  if (email.length > EMAIL_CHARS || !EMAIL.test(email)) return refuse({ path, rule: 'email' });
  return email;
}

/** No rule on composition (NIST SP 800-63B): length alone. */
export function checkPassword(path: string, password: string): string {
  if (password.length < MIN_PASSWORD_CHARS || !fitsChars(password, MAX_PASSWORD_CHARS)) {
    return refuse({ path, rule: 'chars_between', least: MIN_PASSWORD_CHARS, most: MAX_PASSWORD_CHARS });
  }
  return password;
}

/** A slug: a to z, 0 to 9 and `-`, up to 64 (contract, section 3). */
export function checkSource(path: string, text: string): string {
  return SOURCE.test(text) ? text : refuse({ path, rule: 'slug', most: SOURCE_CHARS });
}
