import type { Language } from '../../base/index.ts';
import { type ClientFile, dateText, joinParts, listAllClients } from '../../clients/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { asDigits, type Cell, type TableFormat, type TextReading, tableFile } from '../desk/index.ts';

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

export const tableOfClients: TextReading<{ readonly format?: TableFormat | undefined }> = {
  name: 'table of clients',
  texts(ctx, { format }) {
    const { line, of } = tableFile(ctx.language, format);
    return of(linesOf(ctx, ctx.language, line));
  },
};

async function* linesOf(
  ctx: Ctx,
  language: Language,
  line: (cells: readonly Cell[]) => string,
): AsyncGenerator<string, void> {
  yield line(HEADINGS[language]);
  for await (const clients of listAllClients(ctx)) yield clients.map((one) => line(cellsOf(one))).join('');
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
