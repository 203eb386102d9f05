import { expect, test } from 'bun:test';
import { deleteOrder, recordPayment } from '../../src/orders/index.ts';
import { orders } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop } from '../support/imports.ts';
import { type Dice, diceOf } from '../support/paid-shop.ts';
import { addPriced, readPaymentFile } from '../support/payment-files.ts';
import { rowsOf } from '../support/store.ts';
import { in1251 } from '../support/windows-1251.ts';
import { type WorkbookCell, workbook } from '../support/workbooks.ts';

/** A row as the test intends it. `counts`: the kopecks by which the paid amount of its order changes. */
interface MeantRow {
  readonly num: string;
  /** Days after 1 March 2026. */
  readonly day: number;
  readonly kopecks: number;
  readonly method: string;
  readonly id: string;
  readonly counts: number;
}

const METHODS = ['Карта', 'Наличные', ''] as const;
const FIRST_SERIAL = 46_082;
const pad = (number: number): string => String(number).padStart(2, '0');
const dayOf = (day: number): Date => new Date(Date.UTC(2026, 2, 1 + day));

function amountText(dice: Dice, kopecks: number): string {
  const [whole, rest] = [Math.floor(Math.abs(kopecks) / 100), pad(Math.abs(kopecks) % 100)];
  const grouped = (by: string): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, by);
  const text = dice.one([
    `${whole},${rest}`,
    `${whole}.${rest}`,
    `${grouped(' ')},${rest}`,
    `${grouped(' ')},${rest} руб.`,
    `${grouped('.')},${rest}`,
  ]);
  return kopecks < 0 ? dice.one([`-${text}`, `(${text})`]) : text;
}

function dayText(dice: Dice, day: number): string {
  const date = dayOf(day);
  const [year, month, of] = [date.getUTCFullYear(), pad(date.getUTCMonth() + 1), pad(date.getUTCDate())];
  return dice.one([
    `${of}.${month}.${year}`,
    `${year}-${month}-${of}`,
    `${of}.${month}.${year} 23:59:59`,
    String(FIRST_SERIAL + day),
  ]);
}

const textOf = (dice: Dice, rows: readonly MeantRow[]): string =>
  [
    'Отчет;;;;',
    'Дата;Назначение платежа;Сумма;Способ;Id платежа',
    ...rows.flatMap(({ num, day, kopecks, method, id }) => [
      [
        dayText(dice, day),
        dice.one([`Оплата заказа ${num}`, `Заказ № ${num} от 01.01.2026`, num]),
        amountText(dice, kopecks),
        method,
        id,
      ].join(';'),
      ...(dice.below(4) === 0 ? [';;;;', `${dayText(dice, day)};Комиссия банка;-15,00;;`] : []),
    ]),
    `Итого;;${rows.length};;`,
  ].join('\n');

const bookOf = (dice: Dice, rows: readonly MeantRow[]): Uint8Array =>
  workbook({
    Касса: [
      ['Отчет', null, null, null, null],
      ['Заказ', 'Дата', 'Сумма', 'Способ', 'Id платежа'],
      ...rows.map(({ num, day, kopecks, method, id }): WorkbookCell[] => [
        num,
        dice.one<WorkbookCell>([{ day: FIRST_SERIAL + day }, FIRST_SERIAL + day, dayText(dice, day)]),
        kopecks / 100,
        method || null,
        id || null,
      ]),
      ['Итого', null, 1, null, null],
    ],
  });

/** Amounts differ in their last kopecks, so that no two are equal by chance. */
async function makeFile(store: ImportShop, dice: Dice): Promise<readonly MeantRow[]> {
  const nums = Array.from({ length: 3 + dice.below(6) }, (_, at) => `${1_000 + at}`);
  const ids = await addPriced(store, Object.fromEntries([...nums, 'GONE'].map((num) => [num, 1_000_000])));
  await deleteOrder(store.importing, { id: ids['GONE'] ?? '' });
  let made = 0;
  const amount = (): number => dice.below(5_000) * 1_000 + ++made;
  const rows: MeantRow[] = [];
  const paid = new Map<string, number>();
  for (let left = 10 + dice.below(40); left > 0; left -= 1) {
    const num = dice.one(nums);
    const row = {
      num,
      day: dice.below(31),
      kopecks: amount(),
      method: dice.one(METHODS),
      id: dice.below(2) === 0 ? `tx-${made}` : '',
    };
    switch (dice.below(6)) {
      case 0: {
        const paidAt = dayOf(row.day).toISOString().replace('T00', 'T07');
        const paymentMethod = row.method || null;
        const paymentId = row.id === '' || dice.below(2) === 0 ? `manual:${made}` : row.id;
        await recordPayment(store.ctx('site'), {
          id: ids[num] ?? '',
          paymentId,
          amount: row.kopecks / 100,
          paidAt,
          paymentMethod,
        });
        rows.push({ ...row, counts: 0 });
        break;
      }
      case 1:
        rows.push({ ...row, num: dice.one(['GONE', '77777']), counts: 0 });
        break;
      case 2:
        rows.push({ ...row, kopecks: row.kopecks + 200_000_000, counts: 0 });
        break;
      case 3:
        rows.push(...Array<MeantRow>(2).fill({ ...row, id: '', counts: row.kopecks }));
        paid.set(num, (paid.get(num) ?? 0) + 2 * row.kopecks);
        break;
      default:
        rows.push({ ...row, counts: row.kopecks });
        paid.set(num, (paid.get(num) ?? 0) + row.kopecks);
    }
  }
  for (const [num, kopecks] of paid) {
    const part = -Math.floor(kopecks / 3) - 1;
    const refund = { num, day: 31 + dice.below(10), kopecks: part, method: '', id: '', counts: part };
    if (dice.below(2) === 0 && part * 2 + kopecks >= 0) rows.push(...Array<MeantRow>(1 + dice.below(2)).fill(refund));
  }
  return rows.toSorted(() => dice.below(3) - 1);
}

const paidIn = (store: ImportShop): Map<string, number> =>
  new Map(rowsOf(store.storage, orders).map(({ num, paidAmount }) => [num, paidAmount]));

test.each(Array.from({ length: 30 }, (_, at) => [at + 1]))(
  'the import of random shop %i’s messy file gives the same paid amounts as a separate calculation',
  async (seed) => {
    await using store = await openImportShop();
    const dice = diceOf(seed);
    const rows = await makeFile(store, dice);
    const before = paidIn(store);
    const expected = new Map(before);
    for (const { num, counts } of rows) if (counts !== 0) expected.set(num, (expected.get(num) ?? 0) + counts);
    const bytes = dice.one([
      () => new TextEncoder().encode(textOf(dice, rows)),
      () => in1251(textOf(dice, rows)),
      () => bookOf(dice, rows),
    ])();
    const bring = async () => {
      const file = await readPaymentFile(store, bytes);
      expect(file.table.problems.shown).toEqual([]);
      const planned = await file.plan();
      const id = await store.bring(file);
      return { file, planned, id, counts: store.stateOf(id).counts };
    };
    const { file, planned, id, counts } = await bring();
    expect(paidIn(store)).toEqual(expected);
    const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
    expect(sumOf((file.sums ?? []).map(({ paid, refunded }) => paid - refunded))).toBe(
      sumOf(rows.map(({ counts }) => counts)),
    );
    expect(counts).toEqual(Object.fromEntries(Object.entries(planned).filter(([, count]) => count > 0)));
    const again = await bring();
    expect([again.counts['new'], again.counts['refunds'], paidIn(store)]).toEqual([undefined, undefined, expected]);
    await store.undo(id);
    expect(paidIn(store)).toEqual(before);
    expect((await bring()).counts).toEqual(counts);
    expect(paidIn(store)).toEqual(expected);
  },
);
