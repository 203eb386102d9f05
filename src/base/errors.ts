/**
 * Every refusal that a caller may see. The HTTP status of each kind is decided once, in http/errors.ts;
 * the kinds are the codes of the contract, section 2.
 */
export type PublicErrorKind =
  | 'invalid_json'
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
  | 'order_status_conflict'
  | 'payment_key_conflict'
  | 'payment_deleted'
  | 'order_deleted'
  | 'order_reference_conflict'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'invalid_status'
  | 'invalid_cursor'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** Of the dashboard alone; no caller of the public API ever sees one. */
export type DashboardErrorKind =
  | 'signed_out'
  | 'wrong_password'
  | 'proof_needed'
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
  | 'backup_busy'
  | 'backup_trouble';

export type ErrorKind = PublicErrorKind | DashboardErrorKind;

/** One thing wrong with the input: where (dotted path from the body's root) and what to do about it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  /** Which rule it is, for a page that says it in its reader's language. */
  readonly rule?: string;
}

export type ErrorDetails = readonly Issue[] | Readonly<Record<string, string | number>>;

/**
 * A refusal with a public text. `cause` is for the log alone and never leaves the process.
 * The field is `kind`, not `code`: Elysia's onError takes an own `code` for a registered error name.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails | undefined;

  constructor(kind: ErrorKind, message: string, details?: ErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.kind = kind;
    this.details = details;
  }
}

/** The most issues that one answer lists; a body with a thousand mistakes needs no thousand lines. */
export const MAX_ISSUES = 20;

/** Where counting ends as well. */
export const MAX_COUNTED = 100;
/** A key that somebody sent may be as long as a body. */
const MAX_PATH_CHARS = 300;

const cut = (path: string): string => (path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS)}…`);

/** Everything that is wrong with the shape or the meaning of an input; `issues` is never empty. */
export function validationFailed(issues: readonly Issue[]): AppError {
  const shown = issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue, path: cut(issue.path) }));
  const [first] = shown;
  const what = first === undefined ? 'The request is not valid.' : issueSentence(first);
  const count = issues.length < MAX_COUNTED ? `${issues.length}` : `${MAX_COUNTED} or more`;
  const more = issues.length > 1 ? ` (${count} problems in all, see details)` : '';
  return new AppError('validation_failed', what + more, shown);
}

function issueSentence(issue: Issue): string {
  return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
}

export const invalidJson = (message: string): AppError => new AppError('invalid_json', message);

export const orderNotFound = (): AppError =>
  new AppError('order_not_found', 'There is no such order in this workspace, or it has been deleted.');

/** The store cannot take the change now; nothing of it was kept and the caller may repeat it. */
export const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('unavailable', message, undefined, cause);

/**
 * A refusal of a command or a setting (never of an API call): one line for the operator,
 * exit status 2 for a wrong word on the command line, else 1.
 */
export class UsageError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
    this.exitCode = exitCode;
  }
}
