import type { RestWords } from '../en/rest.ts';
import { SETUP_RU } from '../setup.ts';
import { ACCOUNT_RU } from './account.ts';
import { CLIENTS_RU } from './clients.ts';
import { CONNECT_RU } from './connect.ts';
import { DELIVERIES_RU } from './deliveries.ts';
import { DELIVERY_CHARTS_RU } from './delivery-charts.ts';
import { FLOWS_RU } from './flows.ts';
import { HISTORY_RU } from './history.ts';
import { INQUIRIES_RU } from './inquiries.ts';
import { KEYS_RU } from './keys.ts';
import { MONEY_RU } from './money.ts';
import { ORDER_FORM_RU } from './order-form.ts';
import { ORDER_PAGE_RU } from './order-page.ts';
import { PALETTE_RU } from './palette.ts';
import { PAYMENTS_RU } from './payments.ts';
import { PRINT_RU } from './print.ts';
import { REPORTS_RU } from './reports.ts';
import { SCHEDULES_RU } from './schedules.ts';
import { SETTINGS_NAV_RU } from './settings-nav.ts';
import { SHORTCUTS_RU } from './shortcuts.ts';
import { STOCK_RU } from './stock.ts';
import { TILL_RU } from './till.ts';
import { HOOKS_RU } from './webhooks.ts';

export const REST_RU: RestWords = {
  factorNeeded: {
    title: 'Нужен второй фактор',
    what: 'Владельцы этого пространства требуют не только пароль. Чтобы продолжить, включите код из приложения.',
    passkey: 'Владельцы этого пространства требуют не только пароль. Выйдите и войдите снова по ключу доступа.',
    lost: 'Потеряли ключ доступа? На машине, где работает Docket, выполните:',
    lostCommand: 'docket owner reset-password --email АДРЕС --drop-passkeys',
    setUp: 'Настроить',
  },
  privateAllowed: 'Здесь разрешены http и внутренние адреса: только для разработки.',
  why: 'Почему?',
  unsaved: {
    title: 'Уйти без сохранения?',
    what: 'Изменения на этой странице ещё не сохранены.',
    leave: 'Уйти без сохранения',
  },
  time: 'Время',
  person: ACCOUNT_RU,
  setup: SETUP_RU,
  apiKeys: KEYS_RU,
  clients: CLIENTS_RU,
  connect: CONNECT_RU,
  hooks: HOOKS_RU,
  history: HISTORY_RU,
  deliveries: DELIVERIES_RU,
  flows: FLOWS_RU,
  stock: STOCK_RU,
  orderPage: ORDER_PAGE_RU,
  orderForm: ORDER_FORM_RU,
  payments: PAYMENTS_RU,
  money: MONEY_RU,
  till: TILL_RU,
  reports: REPORTS_RU,
  print: PRINT_RU,
  palette: PALETTE_RU,
  schedules: SCHEDULES_RU,
  settingsNav: SETTINGS_NAV_RU,
  shortcuts: SHORTCUTS_RU,
  deliveryCharts: DELIVERY_CHARTS_RU,
  inquiries: INQUIRIES_RU,
};
