import type { Database } from 'bun:sqlite';
import * as schema from '../../../src/storage/index.ts';
import { insertInto } from './insert-rows.ts';
import { type Cast, madeAt, OLD, OLD_ORDERS } from './tell-order.ts';

const LEAST_PRODUCTS = 200;
const LEAST_CHANGES = 400;
const LEAST_MAILS = 40;
const BELOW_ZERO = 40;
const OF_RARE_NAME = 40;
const STAGES = ['stage-new', 'stage-new', 'stage-in-work', 'stage-in-work', ...Array<string>(6).fill('stage-done')];

export function fillRest(client: Database, cast: Cast): void {
  fillStatuses(client, cast);
  client.transaction(() => fillInquiries(client, cast))();
  client.transaction(() => fillChanges(client, cast))();
  client.transaction(() => fillStock(client, cast))();
  client.transaction(() => fillMails(client, cast))();
  client.run('UPDATE webhook_endpoints SET created_at = 0, suspended_at = ?, failing_since = ?', [
    cast.endMs,
    cast.endMs,
  ]);
}

function fillStatuses(client: Database, { workspaceSeq }: Cast): void {
  const status = insertInto(client, schema.statuses);
  const rows = [
    { id: 'status-new', tone: 'new', group: 'new' },
    { id: 'status-in-progress', tone: 'busy', group: 'work' },
    { id: 'status-closed', tone: 'good', group: 'done' },
    { id: 'status-cancelled', tone: 'idle', group: 'cancelled' },
    { id: OLD.status, tone: 'teal', group: 'work' },
  ] as const;
  for (const [index, row] of rows.entries()) {
    status({ ...row, workspaceSeq, name: row.id, position: index + 1, active: true });
  }
}

function fillInquiries(client: Database, cast: Cast): void {
  const { workspaceSeq, keyId, orders, newId } = cast;
  const inquiry = insertInto(client, schema.inquiries);
  const history = insertInto(client, schema.inquiryHistory);
  const audit = insertInto(client, schema.auditLog);
  for (let at = 0; at < orders / 10; at += 1) {
    const ms = madeAt(cast, at * 10);
    const [id, requestId, seq] = [newId(ms), newId(ms), at + 1];
    inquiry({
      seq,
      id,
      workspaceSeq,
      source: 'bench',
      idempotencyKey: `scale-${seq}`,
      fingerprint: new Bun.CryptoHasher('sha256').update(id).digest(),
      version: 1,
      stageId: STAGES[at % STAGES.length] ?? '',
      createdAt: ms,
      updatedAt: ms,
      payload: JSON.stringify({ name: `Анна ${seq}`, phone: '+79120000000', text: 'Букет невесты к субботе' }),
    });
    const who = { actorType: 'key' as const, actorId: keyId, requestId, at: ms };
    history({ inquirySeq: seq, number: 1, kind: 'created', ...who });
    audit({ workspaceSeq, action: 'inquiry.created', subject: id, ...who });
  }
}

function fillChanges(client: Database, cast: Cast): void {
  const audit = insertInto(client, schema.auditLog);
  const later = ['api_key.created', 'webhook_endpoint.updated', 'workspace.updated'] as const;
  const count = Math.max(LEAST_CHANGES, cast.orders / 100);
  for (let at = 0; at < count; at += 1) {
    const isOld = at < OLD_ORDERS;
    audit({
      workspaceSeq: cast.workspaceSeq,
      actorType: 'person',
      actorId: isOld ? OLD.personId : cast.personId,
      action: isOld ? 'person.role_changed' : (later[at % later.length] ?? later[0]),
      at: madeAt(cast, Math.floor((at / count) * cast.orders)),
      subject: isOld ? OLD.personId : cast.keyId,
    });
  }
}

function fillStock(client: Database, cast: Cast): void {
  const { workspaceSeq, orders, personId, newId } = cast;
  const products = Math.max(LEAST_PRODUCTS, orders / 100);
  const product = insertInto(client, schema.products);
  const movement = insertInto(client, schema.stockMovements);
  const quantities = new Map<number, number>();
  const move = (productSeq: number, delta: number, at: number, more: object): void => {
    const quantityAfter = (quantities.get(productSeq) ?? 0) + delta;
    quantities.set(productSeq, quantityAfter);
    movement({
      id: newId(at),
      workspaceSeq,
      productSeq,
      delta,
      quantityAfter,
      at,
      kind: 'opening',
      actorType: 'person',
      actorId: personId,
      ...more,
    });
  };
  for (let seq = 1; seq <= products; seq += 1) {
    const [name, at] = [`${seq > 1 && seq <= 1 + OF_RARE_NAME ? OLD.product : 'Цветы'} № ${seq}`, madeAt(cast, 0)];
    product({
      seq,
      id: newId(at),
      workspaceSeq,
      externalId: seq === 1 ? 'rose-15' : `flower-${seq}`,
      name,
      sku: `F${seq}`,
      quantity: 0,
      searchText: `${name.toLowerCase()}\nf${seq}\nflower-${seq}`,
      createdAt: at,
      updatedAt: at,
    });
    // Only the last products have negative stock, so that a scan must pass all others to find them.
    move(seq, seq > products - BELOW_ZERO ? -5_000 : 1_000_000_000, at, {});
  }
  for (let at = 0; at < orders; at += 4) {
    const seq = at % 8 === 0 ? 1 : 2 + (at % (products - BELOW_ZERO - 1));
    move(seq, -1_000, madeAt(cast, at), { kind: 'write_off', orderSeq: at + 1 });
  }
  const keep = client.prepare('UPDATE products SET quantity = ? WHERE seq = ?');
  for (const [seq, quantity] of quantities) keep.run(quantity, seq);
}

function fillMails(client: Database, cast: Cast): void {
  const mail = insertInto(client, schema.mails);
  const count = Math.max(LEAST_MAILS, cast.orders / 1_000);
  for (let at = 0; at < count; at += 1) {
    const createdAt = madeAt(cast, Math.floor((at / count) * cast.orders));
    mail({
      id: cast.newId(createdAt),
      workspaceSeq: cast.workspaceSeq,
      kind: 'webhook_warning',
      recipient: 'a@example.com',
      subject: 'A webhook endpoint fails',
      text: 'It fails.',
      html: '<p>It fails.</p>',
      state: 'sent',
      attempts: 1,
      dueAt: 0,
      createdAt,
      doneAt: createdAt,
    });
  }
}
