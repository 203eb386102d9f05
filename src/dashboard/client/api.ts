import { treaty } from '@elysiajs/eden';
import type { dashboardRoutes } from '../routes.ts';

/**
 * The dashboard's data, typed by its own routes; the import is of types alone, or the server would land in the bundle.
 * Texts stay texts: an order's number may look like a date.
 */
export const api = treaty<ReturnType<typeof dashboardRoutes>>(location.origin, { parseDate: false }).app.api;

/** A refusal as the server words it, or what kept its answer from coming. */
export class Refusal extends Error {
  readonly code: string;
  /** For whoever looks into the server's log; empty when no answer came. */
  readonly requestId: string;

  constructor(code: string, message: string, requestId: string) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

interface Treated<T> {
  readonly data: { readonly data: T } | null;
  readonly error: { readonly value: unknown } | null;
}

const textOf = (value: unknown, key: string): string =>
  typeof value === 'object' && value !== null && key in value ? String((value as Record<string, unknown>)[key]) : '';

/** The data of an answer. @throws Refusal */
export async function ask<T>(call: Promise<Treated<T>>): Promise<T> {
  let answer: Treated<T>;
  try {
    answer = await call;
  } catch {
    throw new Refusal('no_answer', '', '');
  }
  if (answer.data !== null && answer.error === null) return answer.data.data;
  const value = answer.error?.value;
  throw new Refusal(textOf(value, 'code') || 'no_answer', textOf(value, 'message'), textOf(value, 'requestId'));
}
