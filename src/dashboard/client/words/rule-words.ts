import type { FieldRuleName, FieldRuleParams, PlaceTrouble, RefusalName, RefusalParams } from '../../../base/index.ts';
import type { Role } from '../../../people/index.ts';

/** Rules that only the public API has. No page sends anything that breaks them. */
type FieldRuleOfTheApi =
  | 'days_order'
  | 'given_twice'
  | 'key_beside_num'
  | 'key_chars_at_most'
  | 'key_missing'
  | 'keys_at_most'
  | 'parameters_at_most'
  | 'payload_too_deep'
  | 'printable_key'
  | 'reference_missing';

/**
 * A text, or a function that builds the text from the rule's parameters. The parameters are already formatted for the
 * reader. A text that begins with a capital is shown without its field's name.
 */
type Words<Params> = string | ((told: { readonly [Name in keyof Params]: string }) => string);

export type AnyWords = string | null | ((told: Readonly<Record<string, string>>) => string);

/** The errors that a browser itself finds in a control, by their names in the platform (ValidityState). */
export type RuleOfThePages =
  | 'badInput'
  | 'patternMismatch'
  | 'rangeOverflow'
  | 'rangeUnderflow'
  | 'stepMismatch'
  | 'tooLong'
  | 'tooShort'
  | 'typeMismatch'
  | 'valueMissing';

/** Words in the reader's language for each rule of a field; null if the API's own words are good enough. */
export type FieldRuleWords<Own> = {
  readonly [Name in Exclude<FieldRuleName, FieldRuleOfTheApi>]: Words<FieldRuleParams[Name]> | Own;
} & { readonly [Name in RuleOfThePages]: Words<{ readonly least: unknown; readonly most: unknown }> };

/**
 * The refusals that the dashboard never shows, so they need no words. For `fields`, the dashboard shows a message at
 * each wrong field instead.
 */
type RefusalOfTheApi =
  | 'api_disabled'
  | 'changes_cursor'
  | 'feed_cursor'
  | 'fields'
  | 'idempotency_key_conflict'
  | 'inquiry_key_conflict'
  | 'key_needed'
  | 'key_pace'
  | 'metrics_token'
  | 'no_metrics'
  | 'no_pages'
  | 'order_reference_conflict'
  | 'scheduler_silent'
  | 'scope_missing';

export type RefusalWords<Own> = {
  readonly [Name in Exclude<RefusalName, RefusalOfTheApi>]: Words<RefusalParams[Name]> | Own;
};

/** The words for parameters that are codes. The reader sees the words instead of the codes. */
export type Terms = Readonly<Record<Role | PlaceTrouble, string>>;
