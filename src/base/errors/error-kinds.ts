/**
 * Every refusal that a caller may see. http/errors.ts maps each kind to its HTTP status; the kinds are the codes of the
 * contract, section 2.
 */
export type PublicErrorKind =
  | 'invalid_json'
  | 'bad_request'
  | 'unauthorized'
  | 'scope_missing'
  | 'plan_required'
  | 'api_disabled'
  | 'inquiries_disabled'
  | 'dev_environment_only'
  | 'not_found'
  | 'order_not_found'
  | 'method_not_allowed'
  | 'order_key_conflict'
  | 'inquiry_key_conflict'
  | 'idempotency_key_conflict'
  | 'order_status_conflict'
  | 'payment_key_conflict'
  | 'payment_deleted'
  | 'order_deleted'
  | 'order_reference_conflict'
  | 'cursor_expired'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'invalid_status'
  | 'invalid_cursor'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** Errors of the dashboard only; no caller of the public API ever sees one. */
type DashboardErrorKind =
  | 'signed_out'
  | 'wrong_password'
  | 'proof_needed'
  | 'second_factor_needed'
  | 'forbidden'
  | 'foreign_origin'
  | 'too_late'
  | 'payment_state'
  | 'key_ended'
  | 'status_in_use'
  | 'last_owner'
  | 'account_exists'
  | 'other_person'
  | 'address_unproved'
  | 'code_needed'
  | 'wrong_code'
  | 'factor_state'
  | 'passkey_refused'
  | 'passkey_state'
  | 'inquiry_has_order'
  | 'too_slow'
  | 'made_already'
  | 'import_busy'
  | 'backup_busy'
  | 'backup_trouble';

export type ErrorKind = PublicErrorKind | DashboardErrorKind;
