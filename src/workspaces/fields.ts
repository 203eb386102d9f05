import { fitsChars, type Issue, isTimeZone, validationFailed } from '../base/index.ts';

/** Checks of single fields of workspaces, keys and people; each returns the cleaned value or throws validation_failed. */

const NAME_CHARS = 200;
const MIN_PASSWORD_CHARS = 8;
const MAX_PASSWORD_CHARS = 128;
const EMAIL_CHARS = 254;
const SOURCE = /^[a-z0-9-]{1,64}$/;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

const refuse = (path: string, message: string): never => {
  const issue: Issue = { path, message };
  throw validationFailed([issue]);
};

export function cleanName(path: string, text: string): string {
  const name = text.trim();
  if (name === '' || !fitsChars(name, NAME_CHARS) || /\p{Cc}/u.test(name)) {
    return refuse(path, `must be a text of 1 to ${NAME_CHARS} characters on one line`);
  }
  return name;
}

export function cleanTimeZone(path: string, text: string): string {
  return isTimeZone(text) ? text : refuse(path, `"${text}" is not a time zone such as Europe/Moscow or UTC`);
}

export function cleanEmail(path: string, text: string): string {
  const email = text.trim();
  if (email.length > EMAIL_CHARS || !EMAIL.test(email)) return refuse(path, 'must be an e-mail address');
  return email;
}

/** No rule on composition (NIST SP 800-63B): length alone. */
export function checkPassword(path: string, password: string): string {
  if (password.length < MIN_PASSWORD_CHARS || !fitsChars(password, MAX_PASSWORD_CHARS)) {
    return refuse(path, `must have ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters`);
  }
  return password;
}

/** A slug: a to z, 0 to 9 and `-`, up to 64 (contract, section 3). */
export function checkSource(path: string, text: string): string {
  return SOURCE.test(text) ? text : refuse(path, 'must be 1 to 64 of the characters a-z, 0-9 and "-"');
}
