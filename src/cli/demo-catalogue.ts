/** What a florist sells, and to whom. */

const NAMES = [
  'Мария Иванова',
  'Анна Смирнова',
  'Олег Кузнецов',
  'Елена Попова',
  'Дмитрий Соколов',
  'Ольга Лебедева',
  'Игорь Новиков',
  'Наталья Морозова',
];
const STREETS = ['ул. Ленина', 'пр. Мира', 'ул. Садовая', 'Цветной бульвар', 'ул. Чехова', 'наб. Реки Фонтанки'];
export const BOUQUETS = [
  { id: 'rose-15', sku: 'R15', name: 'Букет «Весна», 15 роз', price: 2990 },
  { id: 'peony-9', sku: 'P9', name: 'Пионы, 9 шт. 🌸', price: 4500 },
  { id: 'tulip-25', sku: 'T25', name: 'Тюльпаны, 25 шт. 🌷', price: 2750.5 },
  { id: 'mono-chrys', sku: 'C7', name: 'Хризантемы, 7 веток', price: 1890 },
  { id: 'box-mini', sku: 'BX1', name: 'Цветы в коробке «Мини»', price: 1650 },
];
export const EXTRAS = [
  { id: 'card', sku: 'CARD', name: 'Открытка', price: 150 },
  { id: 'ribbon', sku: 'RIB', name: 'Лента атласная, м', price: 45.5 },
  { id: 'vase', sku: 'VASE', name: 'Ваза стеклянная', price: 1200 },
];
const CARDS = ['С днём рождения!', 'Люблю тебя ❤️', 'С юбилеем, мама!', 'Спасибо за всё', null];
const WISHES = [
  'Букет невесты к субботе',
  'Оформление витрины',
  'Цветы в офис каждую неделю',
  'Букет до 3000 ₽',
  'Композиция на юбилей',
];

/** Evenly spread, repeatable picks: a demo needs no chance, and a picture of it should not change. */
export const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[(at * 7 + Math.floor(at / list.length)) % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
};

/** What the `at`th order is of, and for whom. */
export function orderContent(at: number) {
  const isDelivered = at % 3 !== 0;
  return {
    client: { name: pick(NAMES, at), phone: `+7912${String(1_000_000 + at * 7919).slice(0, 7)}` },
    recipient:
      at % 4 === 1 ? { name: pick(NAMES, at + 3), phone: `+7921${String(2_000_000 + at * 6007).slice(0, 7)}` } : null,
    products: [
      { ...pick(BOUQUETS, at), quantity: 1 + (at % 6 === 5 ? 1 : 0) },
      ...(at % 2 === 0 ? [{ ...pick(EXTRAS, at), quantity: at % 8 === 2 ? 1.5 : 1 }] : []),
    ],
    delivery: isDelivered
      ? {
          deliveryType: 'courier',
          price: 350,
          adress: `${pick(STREETS, at)}, ${1 + (at % 90)}`,
          flat: String(1 + (at % 120)),
        }
      : { deliveryType: 'pickup' },
    additional: { comment: at % 5 === 0 ? 'Позвонить за час' : null, cardText: pick(CARDS, at) },
  };
}

export function inquiryPayload(at: number) {
  return {
    name: pick(NAMES, at + 1),
    phone: `+7903${String(3_000_000 + at * 4001).slice(0, 7)}`,
    message: pick(WISHES, at),
    budget: 1500 + (at % 9) * 500,
    source: { page: '/contacts', utm: ['site', 'spring'] },
  };
}
