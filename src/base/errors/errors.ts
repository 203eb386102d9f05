import type { ErrorKind } from './error-kinds.ts';
import { type FieldRule, fieldText } from './field-rules.ts';
import { kindOf, type Refusal, type RefusalOf, refusalText } from './refusals.ts';
import { errorText } from './thrown.ts';

/** A problem in the input: its place (a dotted path from the body's root) and the broken rule. */
export type Issue = { readonly path: string } & FieldRule;

type Detail = string | number | readonly Readonly<Record<string, string>>[];

export type ErrorDetails = readonly Issue[] | Readonly<Record<string, Detail>>;

/**
 * A refusal with a public text. `cause` is only logged and never leaves the process. The field is `kind`, not `code`,
 * because Elysia's onError takes a `code` for the name of a registered error.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly refusal: Refusal;
  readonly details: ErrorDetails | undefined;

  constructor(refusal: Refusal, details?: ErrorDetails, cause?: unknown) {
    super(refusalText(refusal), cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.kind = kindOf(refusal);
    this.refusal = refusal;
    this.details = details;
  }
}

const MAX_ISSUES = 20;

/** The number of problems at which counting stops. */
export const MAX_COUNTED = 100;
/** The bound on a path in an error: a member name in the sent JSON may be as long as a body. */
const MAX_PATH_CHARS = 300;

const cut = (path: string): string => (path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS)}…`);

/** @param issues never empty */
export function validationFailed(issues: readonly Issue[]): AppError {
  const shown = issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue, path: cut(issue.path) }));
  const [first] = shown;
  const what = first === undefined ? 'The request is not valid.' : issueSentence(first);
  const count = issues.length < MAX_COUNTED ? `${issues.length}` : `${MAX_COUNTED} or more`;
  const more = issues.length > 1 ? ` (${count} problems in all, see details)` : '';
  return new AppError({ rule: 'fields', first: what, more }, shown);
}

function issueSentence(issue: Issue): string {
  return issue.path === '' ? fieldText(issue) : `${issue.path}: ${fieldText(issue)}`;
}

/**
 * A refusal of a command or a setting (never of an API call), as one line for the operator. The exit status is 2 for a
 * wrong argument on the command line, otherwise 1.
 */
export class UsageError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
    this.exitCode = exitCode;
  }
}

/** An error about backups. The command line prints the message. A page makes its own text from `refusal`. */
export class BackupError extends UsageError {
  readonly refusal: RefusalOf<'backup_trouble'>;

  constructor(refusal: RefusalOf<'backup_trouble'>, options?: ErrorOptions) {
    super(refusalText(refusal), 1, options);
    this.refusal = refusal;
  }
}

export function backupRefusal(error: unknown): RefusalOf<'backup_trouble'> {
  if (error instanceof BackupError) return error.refusal;
  return { rule: 'backup_other', why: errorText(error) };
}
