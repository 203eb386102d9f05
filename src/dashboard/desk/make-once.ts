import { bytesToUuid, hashToken, isUuid, validationFailed } from '../../base/index.ts';
import { findAnswer, keepAnswer, noteMade, noteSent, type SentForm } from '../../people/index.ts';
import { beforeFirstWrite } from '../../storage/index.ts';
import { pathOf, told } from '../../web/index.ts';
import type { PersonCtx } from './context.ts';
import type { DashboardSlots } from './slots.ts';

const FORM_ID = /^[\w-]{16,36}$/;

interface Underway {
  readonly fingerprint: string;
  readonly data: Promise<unknown>;
}

/** A server's calls under way, by person and form. A second call at the same time gets the answer of the first. */
const underWay = new WeakMap<DashboardSlots, Map<string, Underway>>();

/**
 * Creates a thing only once for each form, by the form's id (`Idempotency-Key`). A repeated request gets the first
 * answer, unless its body differs or that answer had a secret.
 * @param make must use the context that it gets, because the first write also records the form
 * @throws made_already if the first answer cannot be sent again. If `make` throws, the same id may be sent again.
 */
export async function makeOnce<C extends PersonCtx, T>(
  ctx: C,
  body: unknown,
  make: (ctx: C) => Promise<T>,
  isSecret: (data: T) => boolean = () => false,
): Promise<T> {
  const { storage, slots } = ctx;
  const form = formOf(ctx, body);
  if (form === undefined) return make(ctx);
  const id = `${form.personSeq} ${form.formId}`;
  const others = underWay.get(slots) ?? new Map<string, Underway>();
  underWay.set(slots, others);
  const same = others.get(id);
  if (same !== undefined && same.fingerprint === form.fingerprint) return replayed(ctx, await same.data);
  const before = findAnswer(storage.read, form, ctx.nowMs);
  if (before !== undefined) return replayed(ctx, JSON.parse(before.answer));
  const data = makeNoted(ctx, form, make, isSecret);
  others.set(id, { fingerprint: form.fingerprint, data });
  try {
    return await data;
  } finally {
    others.delete(id);
  }
}

/** The `isSecret` argument for an answer whose secret is shown only once. */
export const SECRET = (): boolean => true;

/** Returns the kept answer. The fingerprint proves that it came from the same route, so it has the route's type. */
const replayed = <T>({ call }: PersonCtx, data: unknown): T => told(call, data as T, { replayed: true });

async function makeNoted<C extends PersonCtx, T>(
  ctx: C,
  form: SentForm,
  make: (ctx: C) => Promise<T>,
  isSecret: (data: T) => boolean,
): Promise<T> {
  const { storage } = ctx;
  let isNoted = false;
  const noting = beforeFirstWrite(storage, (tx) => {
    noteSent(tx, form);
    isNoted = true;
  });
  const data = await make({ ...ctx, storage: noting });
  // If `make` wrote nothing to the database, this line records the form. A repeat then creates nothing twice.
  if (!isNoted) await noteMade(storage, form);
  // `make` has succeeded. If its answer cannot be stored for a repeated request, the caller must still get the answer.
  if (!isSecret(data)) await keepAnswer(storage, { form, answer: JSON.stringify(data ?? {}) }).catch(() => undefined);
  return data;
}

/**
 * Returns the form's id; undefined if none was sent. A shop's own program and a page of an earlier version send none.
 */
function sentId({ request }: PersonCtx): string | undefined {
  const id = request.headers.get('idempotency-key');
  if (id !== null && !FORM_ID.test(id)) {
    throw validationFailed([{ path: 'Idempotency-Key', rule: 'form_id', least: 16, most: 36 }]);
  }
  return id?.toLowerCase();
}

/** Returns a UUID: the form's id or that id's hash. So a form that is sent twice creates only one thing. */
export function idOfForm(ctx: PersonCtx): string {
  const sent = sentId(ctx) ?? ctx.newId(ctx.nowMs);
  return isUuid(sent) ? sent : bytesToUuid(new Bun.CryptoHasher('sha256').update(sent).digest().subarray(0, 16));
}

function formOf(ctx: PersonCtx, body: unknown): SentForm | undefined {
  const { request, session } = ctx;
  const formId = sentId(ctx);
  if (formId === undefined) return undefined;
  const fingerprint = hashToken(`${pathOf(request.url)}\n${JSON.stringify(body ?? null)}`);
  return { personSeq: session.person.seq, formId, fingerprint };
}
