import { type Issue, validationFailed } from '../base/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword } from './fields.ts';

/** The rules that a password chosen in a browser can break, beside its length. */
export type PasswordRule = 'password_common' | 'password_is_name';

const MESSAGES: Readonly<Record<PasswordRule, string>> = {
  password_common: 'is among the passwords that are guessed first; choose another',
  password_is_name: 'must not be the name of the business or the e-mail address; choose another',
};

/**
 * A password that a person chooses in a browser, which may be reached by anybody: besides the length, none that is guessed
 * first (NIST SP 800-63B, 3.1.1.2). What an operator sets on the machine itself is held to the length alone.
 *
 * @param names of the business and the person
 */
export function checkChosenPassword(path: string, password: string, names: readonly string[]): string {
  checkPassword(path, password);
  const lower = password.trim().toLowerCase();
  if (names.some((name) => name.trim().toLowerCase() === lower)) throw broken(path, 'password_is_name');
  if (isCommonPassword(lower)) throw broken(path, 'password_common');
  return password;
}

function broken(path: string, rule: PasswordRule): Error {
  const issue: Issue = { path, message: MESSAGES[rule], rule };
  return validationFailed([issue]);
}
