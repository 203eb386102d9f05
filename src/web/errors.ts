import { AppError, ERROR_STATUS, type ErrorDetails, fieldText, type Issue, validationFailed } from '../base/index.ts';
import type { Call } from './call.ts';
import { schemaIssues } from './schema-issues.ts';

const RETRY_UNAVAILABLE_SECONDS = '5';

export const notFound = (): AppError => new AppError({ rule: 'no_path' });

/** @param allow the allowed methods of the path, in the form of the Allow header */
export const methodNotAllowed = (allow: string): AppError =>
  new AppError({ rule: 'method_not_allowed', allow }, { allow });

/** Refuses a caller who has hung up. Nobody sees the refusal, but without it the work would run to its end. */
export function refuseLeft(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError({ rule: 'bodies_under_way' });
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Elysia wraps an error that a hook throws while the body is read.
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  const issues = validationIssues(error);
  if (issues !== undefined) return validationFailed(issues);
  return new AppError({ rule: 'internal_error' }, undefined, error);
}

/**
 * Returns the issues of Elysia's ValidationError for a request; undefined for other errors. An answer that fails
 * validation is an internal error.
 */
function validationIssues(error: unknown): Issue[] | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'VALIDATION') return undefined;
  if (!('type' in error) || error.type === 'response') return undefined;
  const issues = schemaIssues(error);
  // An undecodable part of the path is null in the schema's error. The caller sent a text, so "found null" would be
  // wrong.
  return error.type === 'params' ? issues.map((issue) => ('found' in issue ? { ...issue, found: '' } : issue)) : issues;
}

/** Returns details for the public API, which describes a fault only in words (contract, section 2). */
export const inWords = (details: ErrorDetails | undefined): unknown =>
  isIssues(details) ? details.map((issue) => ({ path: issue.path, message: fieldText(issue) })) : details;

function detailsFor({ tellsRules }: Call, details: ErrorDetails | undefined): unknown {
  if (!tellsRules || !isIssues(details)) return inWords(details);
  return details.map((issue) => ({ ...issue, path: issue.path, message: fieldText(issue) }));
}

const isIssues = (details: ErrorDetails | undefined): details is readonly Issue[] => Array.isArray(details);

/** Creates the answer to a refusal: {"ok":false,"code","message","requestId","details"?} with its headers. */
export function errorResponse(call: Call, error: AppError): Response {
  call.outcome = error.kind;
  const headers = { ...call.headers };
  if (error.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  // The server does not read the remaining body, so the connection must close.
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
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[error.kind], headers });
}
