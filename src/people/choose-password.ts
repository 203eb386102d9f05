import { validationFailed } from '../base/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword } from './fields.ts';

/**
 * Refuses short passwords and the most guessed ones (NIST SP 800-63B, 3.1.1.2). `names` are those of the business and
 * the person. An operator's password is only checked for length.
 */
export function checkChosenPassword(path: string, password: string, names: readonly string[]): string {
  checkPassword(path, password);
  const lower = password.trim().toLowerCase();
  if (names.some((name) => name.trim().toLowerCase() === lower))
    throw validationFailed([{ path, rule: 'password_is_name' }]);
  if (isCommonPassword(lower)) throw validationFailed([{ path, rule: 'password_common' }]);
  return password;
}
