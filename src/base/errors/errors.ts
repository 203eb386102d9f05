import type { ErrorKind } from './error-kinds.ts';
import { type FieldRule, fieldText } from './field-rules.ts';
import { kindOf, type Refusal, type RefusalOf, refusalText } from './refusals.ts';

/** One thing wrong with the input: where (dotted path from the body's root), and which rule it breaks. */
export type Issue = { readonly path: string } & FieldRule;

type Detail = string | number | readonly Readonly<Record<string, string>>[];

export type ErrorDetails = readonly Issue[] | Readonly<Record<string, Detail>>;

/**
 * A refusal with a public text. `cause` is for the log alone and never leaves the process.
 * The field is `kind`, not `code`: Elysia's onError takes an own `code` for a registered error name.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /** The broken rule, with its parameters; kind and message are made of it. */
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

/** The most issues that one answer lists; a body with a thousand mistakes needs no thousand lines. */
const MAX_ISSUES = 20;

/** The count at which counting ends. */
export const MAX_COUNTED = 100;
/** The bound on a path in an error: a key that was sent may be as long as a body. */
const MAX_PATH_CHARS = 300;

const cut = (path: string): string => (path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS)}…`);

/** Everything that is wrong with the shape or the meaning of an input; `issues` is never empty. */
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

/** A refusal of the command line that the owner of a backup may read on a page as well: it tells its rule. */
export class BackupError extends UsageError {
  readonly refusal: RefusalOf<'backup_trouble'>;

  constructor(refusal: RefusalOf<'backup_trouble'>, options?: ErrorOptions) {
    super(refusalText(refusal), 1, options);
    this.refusal = refusal;
  }
}

/** The rule of an error; what it says itself where it tells none. */
export function backupRefusal(error: unknown): RefusalOf<'backup_trouble'> {
  if (error instanceof BackupError) return error.refusal;
  return { rule: 'backup_other', why: error instanceof Error ? error.message : String(error) };
}
