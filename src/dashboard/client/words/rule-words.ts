import type { FieldRuleName, FieldRuleParams, PlaceTrouble, RefusalName, RefusalParams } from '../../../base/index.ts';
import type { Role } from '../../../people/index.ts';

/** Rules of the public API alone: no page sends what breaks them. */
type FieldRuleOfTheApi =
  | 'days_order'
  | 'given_twice'
  | 'key_beside_num'
  | 'key_chars_at_most'
  | 'key_missing'
  | 'keys_at_most'
  | 'payload_too_deep'
  | 'printable_key'
  | 'reference_missing';

/**
 * A text, or one made of the rule's parameters as the reader writes them. One that begins with a capital is used
 * without its field's name.
 */
type Words<Params> = string | ((told: { readonly [Name in keyof Params]: string }) => string);

export type AnyWords = string | null | ((told: Readonly<Record<string, string>>) => string);

/** Faults that a browser itself finds in a control, by the names of the platform (ValidityState). */
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

/** The words for each rule of a field in the reader's language; null: the API's own words will do. */
export type FieldRuleWords<Own> = {
  readonly [Name in Exclude<FieldRuleName, FieldRuleOfTheApi>]: Words<FieldRuleParams[Name]> | Own;
} & { readonly [Name in RuleOfThePages]: Words<{ readonly least: unknown; readonly most: unknown }> };

/** No route behind the pages gives them; of `fields` each field is told by itself. */
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

/** The words for the refusal of a whole request, in the reader's language; null: the API's own words will do. */
export type RefusalWords<Own> = {
  readonly [Name in Exclude<RefusalName, RefusalOfTheApi>]: Words<RefusalParams[Name]> | Own;
};

/** Parameters that are words themselves, and not shown as they are. */
export type Terms = Readonly<Record<Role | PlaceTrouble, string>>;
