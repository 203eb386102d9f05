import { type Forms, forms } from '../plural.ts';
import type { FieldRuleWords, RefusalWords, Terms } from '../rule-words.ts';
import { FIELD_RULES_EN } from './field-rules.ts';
import { ORDER_TEXTS_EN } from './order-texts.ts';
import { REFUSALS_EN } from './refusals.ts';

export interface ExplainWords {
  readonly rules: FieldRuleWords<null>;
  readonly refusals: RefusalWords<null>;
  readonly tooMany: Forms;
  /** The phrase with the number of wrong fields of a form. */
  readonly wrong: Forms;
  /** The phrase with the number of empty fields of a form. It replaces `wrong` if every refused field is just empty. */
  readonly empty: Forms;
  /** The words for technical terms in Docket's texts. */
  readonly terms: Partial<Terms>;
  /** The words for a backup without a known name. */
  readonly sentFile: string;
  /** The words for fields. The key is a field's path without `data` and row numbers, or the path's last part. */
  readonly fields: Readonly<Record<string, string>>;
  /** The words for groups of fields; `#` stands for the number of a row. */
  readonly groups: Readonly<Record<string, string>>;
  /** The text between group and field: the ", " in the error "Item 2, price: …". `says` is the ": " after the field. */
  readonly within: string;
  readonly says: string;
}

export const EXPLAIN_EN: ExplainWords = {
  rules: FIELD_RULES_EN,
  refusals: REFUSALS_EN,
  tooMany: forms({
    one: 'Too many attempts. Try again in # second.',
    other: 'Too many attempts. Try again in # seconds.',
  }),
  wrong: forms({ one: 'Correct # field', other: 'Correct # fields' }),
  empty: forms({ one: 'Fill in # field', other: 'Fill in # fields' }),
  terms: {},
  sentFile: 'the uploaded file',
  fields: {
    ...ORDER_TEXTS_EN,
    deliveryType: 'Delivery method',
    adress: 'Address',
    flat: 'Apartment',
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
    email: 'Email',
    num: 'Number',
    date: 'Date',
    timeStart: 'Time from',
    timeEnd: 'Time to',
    amount: 'Amount',
    paidAt: 'When it was paid',
    paymentMethod: 'Payment method',
    statusId: 'Status',
    ids: 'Orders',
    url: 'Address',
    events: 'Events',
    source: 'Source',
    scopes: 'Permissions',
    overlapHours: 'Old key works for',
    password: 'Password',
    present: 'Current password',
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
    workspace: 'Business name',
    prefix: 'Prefix',
    padding: 'Digits',
    years: 'Years',
    id: 'Id',
    sku: 'SKU',
    category: 'Category',
    warnBelow: 'Warn below',
    quantity: 'Quantity',
    reason: 'Reason',
    text: 'Text',
    titlePath: 'Title',
    phonePath: 'Phone',
    textPath: 'Text',
    staleHours: 'Waiting time, hours',
    stageId: 'Stage',
    eventsDays: 'Events',
    attempts: 'Attempts',
    callsDays: 'Calls',
    mailsDays: 'Emails',
    sessionsDays: 'Sessions',
    who: 'Who',
    since: 'Since',
    from: 'From',
    to: 'To',
    file: 'File',
    word: 'Word',
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
