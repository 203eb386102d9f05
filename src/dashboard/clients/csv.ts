import type { Language } from '../../base/index.ts';
import { type ClientFile, dateText, joinParts, listAllClients } from '../../clients/index.ts';
import { asDigits, type Cell, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';

/** The headings; an import reads the first five columns and the last one. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Name',
    'Phone',
    'E-mail',
    'Note',
    'Dates to remember',
    'Orders',
    'Paid',
    'Owed',
    'Last order',
    'Date',
    'Addresses',
  ],
  ru: [
    'Имя',
    'Телефон',
    'Почта',
    'Заметка',
    'Памятные даты',
    'Заказов',
    'Оплачено',
    'Долг',
    'Последний заказ',
    'Дата',
    'Адреса',
  ],
};

export const tableOfClients = tableReading('table of clients', rowsOf);

async function* rowsOf(ctx: ReadingCtx): AsyncGenerator<Rows, void> {
  yield [HEADINGS[ctx.language]];
  for await (const clients of listAllClients(ctx)) yield clients.map(cellsOf);
}

const cellsOf = ({
  name,
  phone,
  email,
  note,
  dates,
  addresses,
  orders,
  paid,
  owed,
  last,
}: ClientFile): readonly Cell[] => [
  name,
  asDigits(phone),
  email,
  note,
  joinParts(dates.map(dateText)),
  { number: orders },
  { kopecks: paid },
  { kopecks: owed },
  asDigits(last?.num ?? ''),
  last === null ? '' : { day: last.date },
  joinParts(addresses === '' ? [] : addresses.split('\n')),
];
