/** Each check returns the cleaned value or throws validation_failed. */

import { fitsChars, type Issue, isEmailAddress, validationFailed } from '../base/index.ts';
import { cleanName } from '../workspaces/index.ts';

const MIN_PASSWORD_CHARS = 8;
const MAX_PASSWORD_CHARS = 128;

const refuse = (issue: Issue): never => {
  throw validationFailed([issue]);
};

export function cleanEmail(text: string): string {
  const email = text.trim();
  if (!isEmailAddress(email)) return refuse({ path: 'email', rule: 'email' });
  return email;
}

export const cleanOwnName = (text: string, path = 'name'): string | null =>
  text.trim() === '' ? null : cleanName(path, text);

/** Checks only the length, because NIST SP 800-63B advises against rules on composition. */
export function checkPassword(path: string, password: string): string {
  if (password.length < MIN_PASSWORD_CHARS || !fitsChars(password, MAX_PASSWORD_CHARS)) {
    return refuse({ path, rule: 'chars_between', least: MIN_PASSWORD_CHARS, most: MAX_PASSWORD_CHARS });
  }
  return password;
}
