import type { ErrorKind } from '../../../base/index.ts';
import { type Forms, forms } from '../plural.ts';
import type { RuleKey, TextKey } from './patterns.ts';

/** Of the public API alone: no route behind these pages gives them. */
type OfTheApi =
  | 'unauthorized'
  | 'scope_missing'
  | 'api_disabled'
  | 'inquiries_disabled'
  | 'dev_environment_only'
  | 'inquiry_key_conflict'
  | 'order_reference_conflict';

export type CodeKey = Exclude<ErrorKind, OfTheApi | 'validation_failed' | 'rate_limited'>;

/** Where the server's own words are good enough for who reads English, there are none here. */
export interface ExplainWords {
  readonly rules: Readonly<Partial<Record<RuleKey, string>>>;
  readonly texts: Readonly<Partial<Record<TextKey, string>>>;
  readonly codes: Readonly<Partial<Record<CodeKey, string>>>;
  readonly tooMany: Forms;
  readonly roles: Readonly<Record<string, string>>;
  /** By the path without `data` and without the numbers of rows, or by its last part. */
  readonly fields: Readonly<Record<string, string>>;
  /** A group of fields; `#` is the number of a row. */
  readonly groups: Readonly<Record<string, string>>;
  /** Between a group and its field, and between a field and what is wrong with it. */
  readonly within: string;
  readonly says: string;
}

export const EXPLAIN_EN: ExplainWords = {
  rules: {
    badUnicode: 'contains characters that cannot be stored',
    roublesMost: 'must be at most 999,999,999.99 roubles',
    sumMost: 'must add up to at most 999,999,999.99 roubles',
    realInstant: 'must be a date and time that exist',
    realDate: 'must be a date that exists',
    timeZone: 'must be a time zone from the list',
    tooDeep: 'is nested too deeply',
    tooManyParts: 'holds too much',
    missing: 'is missing',
    unknownField: 'is not known here; reload the page, Docket may have been updated meanwhile',
    wrongShape: 'does not fit; reload the page, Docket may have been updated meanwhile',
    wrongText: 'is too long, or not written as it should be',
    wrongId: 'does not fit; reload the page and try again',
    numberBetween: 'must be a number from $1 to $2',
    numberLeast: 'must be a number of at least $1',
    numberAbove: 'must be a number above $1',
    number: 'must be a number',
    oneOf: 'must be one of the choices',
  },
  texts: {},
  codes: {
    precondition_failed:
      'Somebody or some program has changed this meanwhile. Nothing was stored: reload, and try again.',
    order_status_conflict: 'Meanwhile the order got another status. Nothing was changed.',
    invalid_status: 'There is no such status any more. Reload the page.',
    invalid_cursor: 'The list has changed too much to go on here. Reload the page.',
    order_key_conflict: 'This form was sent before with other contents. Nothing was stored: open the form anew.',
    payment_key_conflict: 'This form was sent before with another payment. Nothing was recorded: open the form anew.',
    order_deleted: 'The order made from this form has been deleted since; it was not made again.',
    payment_deleted: 'The payment made from this form has been deleted since; it was not recorded again.',
    foreign_origin: 'Docket does not know this page as its own. Open it at its usual address and try again.',
    internal_error:
      'Something went wrong in Docket. If it happens again, tell whoever looks after it the number of the request.',
  },
  tooMany: forms({
    one: 'Too many tries. Try again in # second.',
    other: 'Too many tries. Try again in # seconds.',
  }),
  roles: {},
  fields: {
    name: 'Name',
    'products.name': 'Name',
    'products.quantity': 'Quantity',
    'products.sku': 'SKU',
    price: 'Price',
    products: 'Items',
    client: 'Client',
    recipient: 'Recipient',
    delivery: 'Delivery',
    additional: 'Notes',
    payments: 'Payments',
    phone: 'Phone',
    email: 'E-mail',
    comment: 'Comment',
    managerComment: 'Note for yourselves',
    cardText: 'Text of the card',
    deliveryType: 'Way of delivery',
    adress: 'Address',
    flat: 'Flat',
    num: 'Number',
    date: 'Date',
    timeStart: 'Time from',
    timeEnd: 'Time to',
    platform: 'Platform',
    amount: 'Amount',
    paidAt: 'When it was paid',
    paymentMethod: 'Way of payment',
    statusId: 'Status',
    ids: 'Orders',
    url: 'Address',
    events: 'Events',
    source: 'Source',
    scopes: 'What the key may do',
    overlapHours: 'How long the old key works',
    password: 'Password',
    present: 'Present password',
    next: 'New password',
    timeZone: 'Time zone',
    language: 'Language',
    theme: 'Appearance',
    role: 'Role',
    query: 'Filters',
    filter: 'Filters',
    q: 'Search',
    when: 'Date',
    dateFrom: 'Date from',
    dateTo: 'Date to',
    status: 'Status',
    host: 'Server',
    port: 'Port',
    tls: 'Encryption',
    user: 'User',
    sender: 'Sender',
    workspace: 'Name of the business',
  },
  groups: {
    products: 'Item #',
    payments: 'Payment #',
    client: 'Client',
    recipient: 'Recipient',
    delivery: 'Delivery',
    additional: 'Notes',
  },
  within: ', ',
  says: ': ',
};
