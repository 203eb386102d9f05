import { GivenUp, Refusal, type RefusedField } from '../../data/refusal.ts';
import type { RuleOfThePages } from '../../words/rule-words.ts';

type Control = Pick<
  HTMLInputElement,
  'name' | 'min' | 'max' | 'minLength' | 'maxLength' | 'validity' | 'validationMessage'
>;

/** A bound as a number, so that it is shown as its reader writes numbers; a day or a time stays as it is. */
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
 * @param shown the paths of fields that say themselves what is wrong with them
 * @param more what the form itself finds wrong
 * @throws Refusal of the fields that are not as their controls want them; GivenUp where the browser says it in their place
 */
export function refuseInvalid(
  form: HTMLFormElement,
  shown: ReadonlySet<string>,
  more: readonly RefusedField[] = [],
): never {
  const controls = [...form.querySelectorAll<HTMLInputElement>(INVALID)];
  if (controls.every(({ name }) => shown.has(name))) throw refusalOf(controls, more);
  form.reportValidity();
  throw new GivenUp();
}

/** The faults that a browser finds in these controls, each by its name as the path of the field. */
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

/** Leads to the first field of a form that is marked as wrong, out of whatever is folded. */
export function showFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong=true] input');
  if (first == null) return;
  const folded = first.closest('details');
  if (folded !== null) folded.open = true;
  first.focus();
  first.scrollIntoView({ block: 'center' });
}
