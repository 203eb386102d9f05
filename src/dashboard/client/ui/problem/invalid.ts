import { GivenUp, Refusal, type RefusedField } from '../../data/refusal.ts';
import type { RuleOfThePages } from '../../words/rule-words.ts';

type Control = Pick<
  HTMLInputElement,
  'name' | 'min' | 'max' | 'minLength' | 'maxLength' | 'validity' | 'validationMessage'
>;

/** Returns a bound as a number, so that it appears in the reader's format. A day or a time stays unchanged. */
const bound = (text: string): number | string => (text === '' || Number.isNaN(Number(text)) ? text : Number(text));

const RULES: readonly RuleOfThePages[] = [
  'valueMissing',
  'badInput',
  'typeMismatch',
  'patternMismatch',
  'tooShort',
  'tooLong',
  'rangeUnderflow',
  'rangeOverflow',
  'stepMismatch',
];

const INVALID = ':is(input, select, textarea):invalid';

/**
 * Throws a Refusal if every wrong field shows its own error. Otherwise lets the browser show its errors and throws
 * GivenUp.
 * @param shown the paths of the fields that show their own errors
 * @param more errors that the form itself found
 */
export function refuseInvalid(
  form: HTMLFormElement,
  shown: ReadonlyMap<object, string>,
  more: readonly RefusedField[] = [],
): never {
  const invalid = [...form.querySelectorAll<HTMLInputElement>(INVALID)];
  // Every radio button of an invalid group is invalid, but the group is one field.
  const controls = invalid.filter(
    ({ type, name }, at) => type !== 'radio' || invalid.findIndex((one) => one.name === name) === at,
  );
  const paths = new Set(shown.values());
  if (controls.every(({ name }) => paths.has(name))) throw refusalOf(controls, more);
  form.reportValidity();
  throw new GivenUp();
}

/** Returns an error for each control. A control's name is the path of its field. */
function refusalOf(controls: readonly Control[], more: readonly RefusedField[]): Refusal {
  const fields = controls.map(({ name, validity, validationMessage: message, min, max, minLength, maxLength }) => {
    const rule = RULES.find((one) => validity[one]) ?? '';
    const isLength = rule === 'tooShort' || rule === 'tooLong';
    const bounds = isLength ? { least: minLength, most: maxLength } : { least: bound(min), most: bound(max) };
    return { path: name, rule, message, ...bounds };
  });
  const others = more.filter(({ path }) => fields.every((field) => field.path !== path));
  return new Refusal('wrong_field', '', '', [...fields, ...others]);
}

export function showFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong=true] input');
  if (first == null) return;
  const folded = first.closest('details');
  if (folded !== null) folded.open = true;
  first.focus();
  first.scrollIntoView({ block: 'center' });
}
