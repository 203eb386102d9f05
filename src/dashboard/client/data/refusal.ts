/** A rule that a request broke, as the server names it. Its parameters are further properties of the object. */
export interface BrokenRule {
  readonly rule: string;
}

export interface RefusedField extends BrokenRule {
  readonly path: string;
  readonly message: string;
}

/** A refusal in the server's words, or the reason why no answer arrived. */
export class Refusal extends Error {
  readonly code: string;
  /** The id of the request in the server's log; empty if no answer arrived. */
  readonly requestId: string;
  readonly fields: readonly RefusedField[];
  readonly told: BrokenRule;
  readonly at = new Date();
  /** The wait before the next attempt; 0 if the server gave none. */
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, requestId: string, details?: unknown, told?: BrokenRule) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.told = told ?? { rule: '' };
    this.fields = Array.isArray(details) ? details : [];
    this.retryAfterSeconds = asBody(details).retryAfter ?? 0;
  }

  of(fields: readonly RefusedField[]): Refusal {
    return Object.assign(Object.create(Refusal.prototype), this, { fields });
  }
}

export const isRefusal = (error: unknown, code: string): error is Refusal =>
  error instanceof Refusal && error.code === code;

/** Thrown when the reader abandons a task: nothing was done, and no error is shown. */
export class GivenUp extends Refusal {
  constructor() {
    super('given_up', '', '');
  }
}

/** The body of the server's refusal; a proxy on the way may send anything else. */
interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly details?: unknown;
  readonly refusal?: BrokenRule;
  readonly retryAfter?: number;
}

const asBody = (value: unknown): Body => (typeof value === 'object' && value !== null ? value : {});

export function refusalOf(body: unknown): Refusal {
  const { code = 'no_answer', message = '', requestId = '', details, refusal } = asBody(body);
  return new Refusal(code, message, requestId, details, refusal);
}
