/** A rule that the server names, with its parameters beside it. */
export interface BrokenRule {
  readonly rule: string;
}

export interface RefusedField extends BrokenRule {
  readonly path: string;
  readonly message: string;
}

/** A refusal as the server words it, or what kept its answer from coming. */
export class Refusal extends Error {
  readonly code: string;
  /** The id to find in the server's log; empty if no answer came. */
  readonly requestId: string;
  readonly fields: readonly RefusedField[];
  /** Why it was refused as a whole. */
  readonly told: BrokenRule;
  readonly at = new Date();
  /** The wait before the next try; 0 if none was given. */
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, requestId: string, details?: unknown, told?: BrokenRule) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.told = told ?? { rule: '' };
    this.fields = Array.isArray(details) ? details : [];
    this.retryAfterSeconds = asBody(details).retryAfter ?? 0;
  }

  /** The same refusal with only these fields. */
  of(fields: readonly RefusedField[]): Refusal {
    return Object.assign(Object.create(Refusal.prototype), this, { fields });
  }
}

/** True if the server refused with this code. */
export const isRefusal = (error: unknown, code: string): error is Refusal =>
  error instanceof Refusal && error.code === code;

/** Thrown when the reader left a task unfinished: nothing was done, and no error is shown. */
export class GivenUp extends Refusal {
  constructor() {
    super('given_up', '', '');
  }
}

/** The body of the server's refusal; a proxy between us and it may send anything else. */
interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly details?: unknown;
  readonly refusal?: BrokenRule;
  readonly retryAfter?: number;
}

const asBody = (value: unknown): Body => (typeof value === 'object' && value !== null ? value : {});

/** The refusal in the body of a failed answer; without one, the refusal of no answer at all. */
export function refusalOf(body: unknown): Refusal {
  const { code = 'no_answer', message = '', requestId = '', details, refusal } = asBody(body);
  return new Refusal(code, message, requestId, details, refusal);
}
