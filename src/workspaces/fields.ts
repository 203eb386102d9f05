import { fitsChars, type Issue, isTimeZone, validationFailed } from '../base/index.ts';

/** Checks of single fields that have a name or a time zone; each returns the cleaned value or throws validation_failed. */

const NAME_CHARS = 200;

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
