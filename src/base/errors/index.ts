/**
 * Errors: their classes and kinds, the rules of fields and of refusals, and the API's sentence for each rule. These
 * sentences are written only here.
 * Must never: word an error anywhere else, or know who reads it.
 */
export { ERROR_STATUS, PUBLIC_STATUS, type PublicErrorKind } from './error-kinds.ts';
export {
  AppError,
  BackupError,
  backupRefusal,
  type ErrorDetails,
  type Issue,
  MAX_COUNTED,
  UsageError,
  validationFailed,
} from './errors.ts';
export { type FieldRule, type FieldRuleName, type FieldRuleParams, fieldText, INSTANT_SHAPE } from './field-rules.ts';
export { readAmount } from './read-amount.ts';
export type { DestinationTrouble, PlaceTrouble, RefusalName, RefusalOf, RefusalParams } from './refusals.ts';
export { errorCode, errorText } from './thrown.ts';
