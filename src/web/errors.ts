import {
  AppError,
  type ErrorDetails,
  type ErrorKind,
  fieldText,
  type Issue,
  type PublicErrorKind,
  validationFailed,
} from '../base/index.ts';
import type { Call } from './call.ts';
import { schemaIssues } from './schema-issues.ts';

/** The one place where a refusal gets its status (contract, section 2). */
export const PUBLIC_STATUS: Readonly<Record<PublicErrorKind, number>> = {
  invalid_json: 400,
  bad_request: 400,
  unauthorized: 401,
  scope_missing: 403,
  plan_required: 403,
  api_disabled: 403,
  inquiries_disabled: 403,
  dev_environment_only: 403,
  not_found: 404,
  order_not_found: 404,
  method_not_allowed: 405,
  order_key_conflict: 409,
  inquiry_key_conflict: 409,
  idempotency_key_conflict: 409,
  order_status_conflict: 409,
  payment_key_conflict: 409,
  payment_deleted: 409,
  order_deleted: 409,
  order_reference_conflict: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_status: 422,
  invalid_cursor: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

const STATUS: Readonly<Record<ErrorKind, number>> = {
  ...PUBLIC_STATUS,
  signed_out: 401,
  wrong_password: 401,
  proof_needed: 403,
  second_factor_needed: 403,
  forbidden: 403,
  foreign_origin: 403,
  too_late: 409,
  payment_state: 409,
  key_ended: 409,
  status_in_use: 409,
  last_owner: 409,
  account_exists: 409,
  other_person: 409,
  address_unproved: 409,
  code_needed: 401,
  wrong_code: 401,
  factor_state: 409,
  passkey_refused: 401,
  passkey_state: 409,
  inquiry_has_order: 409,
  too_slow: 408,
  made_already: 409,
  import_busy: 409,
  backup_busy: 409,
  backup_trouble: 422,
};

const RETRY_UNAVAILABLE_SECONDS = '5';

export const notFound = (): AppError => new AppError({ rule: 'no_path' });

/** @param allow the methods of the path, as the Allow header lists them */
export const methodNotAllowed = (allow: string): AppError =>
  new AppError({ rule: 'method_not_allowed', allow }, { allow });

/**
 * The part of any thrown value that a caller may see. An unexpected error becomes an internal error without details.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Elysia wraps an error that a hook throws while the body is read.
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  const issues = validationIssues(error);
  if (issues !== undefined) return validationFailed(issues);
  return new AppError({ rule: 'internal_error' }, undefined, error);
}

/**
 * The issues of Elysia's ValidationError for a request; undefined for other errors. An answer that fails validation is
 * an internal error.
 */
function validationIssues(error: unknown): Issue[] | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'VALIDATION') return undefined;
  if (!('type' in error) || error.type === 'response') return undefined;
  const issues = schemaIssues(error);
  // An undecodable part of the path reaches the schema as null. The caller sent a text, so "found null" would be wrong.
  return error.type === 'params' ? issues.map((issue) => ('found' in issue ? { ...issue, found: '' } : issue)) : issues;
}

/** The public API describes a fault only in words (contract, section 2). */
export const inWords = (details: ErrorDetails | undefined): unknown =>
  isIssues(details) ? details.map((issue) => ({ path: issue.path, message: fieldText(issue) })) : details;

/** Pages also get the rule and its parameters. */
function detailsFor({ tellsRules }: Call, details: ErrorDetails | undefined): unknown {
  if (!tellsRules || !isIssues(details)) return inWords(details);
  return details.map((issue) => ({ ...issue, path: issue.path, message: fieldText(issue) }));
}

const isIssues = (details: ErrorDetails | undefined): details is readonly Issue[] => Array.isArray(details);

/** The answer to a refusal: {"ok":false,"code","message","requestId","details"?} with the headers that belong to it. */
export function errorResponse(call: Call, error: AppError): Response {
  call.outcome = error.kind;
  const headers = { ...call.headers };
  if (error.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  // The server does not wait for the rest of the body.
  if (error.kind === 'too_slow' || error.refusal.rule === 'body_late') headers['connection'] = 'close';
  if (error.kind === 'unavailable') headers['retry-after'] = RETRY_UNAVAILABLE_SECONDS;
  if (error.details !== undefined && 'retryAfter' in error.details) {
    headers['retry-after'] = String(error.details['retryAfter']);
  }
  if (error.details !== undefined && 'acceptEncoding' in error.details) {
    headers['accept-encoding'] = String(error.details['acceptEncoding']);
  }
  if (error.kind === 'method_not_allowed' && error.details !== undefined && 'allow' in error.details) {
    headers['allow'] = String(error.details['allow']);
  }
  const body = {
    ok: false,
    code: error.kind,
    message: error.message,
    requestId: call.requestId,
    details: detailsFor(call, error.details),
    refusal: call.tellsRules ? error.refusal : undefined,
  };
  return new Response(JSON.stringify(body), { status: STATUS[error.kind], headers });
}
