import { SETUP_EN } from '../setup.ts';
import { ACCOUNT_EN } from './account.ts';
import { CLIENTS_EN } from './clients.ts';
import { CONNECT_EN } from './connect.ts';
import { DELIVERIES_EN } from './deliveries.ts';
import { DELIVERY_CHARTS_EN } from './delivery-charts.ts';
import { FLOWS_EN } from './flows.ts';
import { HISTORY_EN } from './history.ts';
import { INQUIRIES_EN } from './inquiries.ts';
import { KEYS_EN } from './keys.ts';
import { MONEY_EN } from './money.ts';
import { ORDER_FORM_EN } from './order-form.ts';
import { ORDER_PAGE_EN } from './order-page.ts';
import { PALETTE_EN } from './palette.ts';
import { PAYMENTS_EN } from './payments.ts';
import { PRINT_EN } from './print.ts';
import { REPORTS_EN } from './reports.ts';
import { SCHEDULES_EN } from './schedules.ts';
import { SETTINGS_NAV_EN } from './settings-nav.ts';
import { SHORTCUTS_EN } from './shortcuts.ts';
import { STOCK_EN } from './stock.ts';
import { TILL_EN } from './till.ts';
import { HOOKS_EN } from './webhooks.ts';

/**
 * The words that the first pages do not need. All of them load when any other page is opened. The words of the first
 * pages are in first.ts.
 */
export const REST_EN = {
  factorNeeded: {
    title: 'Second factor needed',
    what: 'The owners of this workspace ask for more than a password. Set up an authenticator app to continue.',
    passkey: 'The owners of this workspace ask for more than a password. Sign out, and sign in with your passkey.',
    lost: 'Lost your passkey? Run this on Docket’s server:',
    lostCommand: 'docket owner reset-password --email YOU --drop-passkeys',
    setUp: 'Set up',
  },
  privateAllowed: 'This installation allows http and private addresses. Use it for development only.',
  why: 'Why?',
  unsaved: {
    title: 'Leave without saving?',
    what: 'Your changes on this page are not saved yet.',
    leave: 'Leave without saving',
  },
  time: 'Time',
  person: ACCOUNT_EN,
  setup: SETUP_EN,
  apiKeys: KEYS_EN,
  clients: CLIENTS_EN,
  connect: CONNECT_EN,
  hooks: HOOKS_EN,
  history: HISTORY_EN,
  deliveries: DELIVERIES_EN,
  flows: FLOWS_EN,
  stock: STOCK_EN,
  orderPage: ORDER_PAGE_EN,
  orderForm: ORDER_FORM_EN,
  payments: PAYMENTS_EN,
  money: MONEY_EN,
  till: TILL_EN,
  reports: REPORTS_EN,
  print: PRINT_EN,
  palette: PALETTE_EN,
  schedules: SCHEDULES_EN,
  settingsNav: SETTINGS_NAV_EN,
  shortcuts: SHORTCUTS_EN,
  deliveryCharts: DELIVERY_CHARTS_EN,
  inquiries: INQUIRIES_EN,
};

export type RestWords = typeof REST_EN;
