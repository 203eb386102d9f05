import type { Columns } from '../../imports/index.ts';

const HEADINGS = {
  key: ['key', 'id', 'requestkey', 'ключ', 'ид', 'код заказа'],
  num: ['number', 'order number', 'order', 'no', 'num', '№', 'номер', 'номер заказа', 'заказ', '№ заказа'],
  date: ['date', 'delivery date', 'order date', 'day', 'дата', 'дата доставки', 'дата заказа', 'день'],
  timeStart: ['from', 'time from', 'time', 'timestart', 'slot', 'с', 'время', 'время с', 'интервал'],
  timeEnd: ['to', 'time to', 'timeend', 'until', 'до', 'по', 'время до', 'время по'],
  clientName: [
    'client',
    'client name',
    'customer',
    'name',
    'клиент',
    'имя клиента',
    'заказчик',
    'покупатель',
    'имя',
    'фио',
  ],
  clientPhone: ['phone', 'client phone', 'телефон', 'телефон клиента', 'тел'],
  clientEmail: ['email', 'e-mail', 'client email', 'почта', 'эл. почта', 'email клиента'],
  recipientName: ['recipient', 'recipient name', 'получатель', 'имя получателя'],
  recipientPhone: ['recipient phone', 'телефон получателя', 'тел получателя'],
  items: ['items', 'позиции'],
  itemName: ['item', 'item name', 'product', 'what', 'товар', 'наименование', 'название', 'позиция', 'букет'],
  quantity: ['quantity', 'qty', 'pieces', 'количество', 'кол-во', 'штук', 'шт'],
  price: ['price', 'unit price', 'цена', 'цена за штуку', 'цена за единицу'],
  sku: ['sku', 'артикул'],
  productsSum: ['products', 'items sum', 'товары', 'сумма товаров'],
  deliveryPrice: ['delivery', 'delivery price', 'доставка', 'цена доставки', 'стоимость доставки'],
  total: ['total', 'sum', 'amount', 'сумма', 'итого', 'сумма заказа'],
  paid: ['paid', 'оплачено'],
  paidAt: ['payment date', 'date of payment', 'paid at', 'paid on', 'дата оплаты', 'дата платежа'],
  paymentMethod: ['payment method', 'way of payment', 'способ оплаты'],
  deliveryType: ['delivery type', 'way of delivery', 'deliverytype', 'способ доставки', 'тип доставки'],
  address: ['address', 'adress', 'delivery address', 'адрес', 'адрес доставки'],
  flat: ['flat', 'apartment', 'квартира', 'кв'],
  status: ['status', 'статус'],
  platform: ['platform', 'платформа', 'площадка'],
  comment: ['comment', 'comments', 'комментарий', 'примечание', 'комментарий к заказу'],
  managerComment: ['note', 'managercomment', 'note for yourselves', 'заметка', 'заметка для своих'],
  cardText: ['card', 'cardtext', 'text of the card', 'открытка', 'текст открытки'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Field = keyof typeof HEADINGS;

/** The columns of a file of orders. What is read of it is held in memory until it is staged. */
export const ORDER_COLUMNS = {
  headings: HEADINGS,
  needed: [['date'], ['itemName', 'items'], ['price', 'productsSum', 'total']],
  maxRows: 100_000,
} as const satisfies Columns<Field>;
