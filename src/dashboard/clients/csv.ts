import { type ClientFile, dateText, joinParts, listAllClients } from '../../clients/index.ts';
import { asDigits, type Column, columnsReading } from '../desk/index.ts';

/** The table of clients. An import reads the first five columns and the last one. */
const COLUMNS: readonly Column<ClientFile>[] = [
  ['Name', 'Имя', ({ name }) => name],
  ['Phone', 'Телефон', ({ phone }) => asDigits(phone)],
  ['E-mail', 'Почта', ({ email }) => email],
  ['Note', 'Заметка', ({ note }) => note],
  ['Dates to remember', 'Памятные даты', ({ dates }) => joinParts(dates.map(dateText))],
  ['Orders', 'Заказов', ({ orders }) => ({ number: orders })],
  ['Paid', 'Оплачено', ({ paid }) => ({ kopecks: paid })],
  ['Owed', 'Долг', ({ owed }) => ({ kopecks: owed })],
  ['Last order', 'Последний заказ', ({ last }) => asDigits(last?.num ?? '')],
  ['Date', 'Дата', ({ last }) => (last === null ? '' : { day: last.date })],
  ['Addresses', 'Адреса', ({ addresses }) => joinParts(addresses === '' ? [] : addresses.split('\n'))],
];

export const tableOfClients = columnsReading('table of clients', COLUMNS, listAllClients);
