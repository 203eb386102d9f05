/** One field that the server refused: where, and by which rule where a page has words of its own for it. */
export interface RefusedField {
  readonly path: string;
  readonly message: string;
  readonly rule: string;
}

/** A refusal as the server words it, or what kept its answer from coming. */
export class Refusal extends Error {
  readonly code: string;
  /** For whoever looks into the server's log; empty when no answer came. */
  readonly requestId: string;
  readonly fields: readonly RefusedField[];
  readonly at = new Date();
  /** How long to wait before the next try; 0 when it was not said. */
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, requestId: string, details: unknown = undefined) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.fields = Array.isArray(details) ? details.map(toField) : [];
    this.retryAfterSeconds = Number(fieldOf(details, 'retryAfter') ?? 0);
  }
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined;

const textOf = (value: unknown, key: string): string => String(fieldOf(value, key) ?? '');

const toField = (issue: unknown): RefusedField => ({
  path: textOf(issue, 'path'),
  message: textOf(issue, 'message'),
  rule: textOf(issue, 'rule'),
});

/** What the body of a failed answer says; no answer at all where it says nothing. */
export const refusalOf = (body: unknown): Refusal =>
  new Refusal(
    textOf(body, 'code') || 'no_answer',
    textOf(body, 'message'),
    textOf(body, 'requestId'),
    fieldOf(body, 'details'),
  );
