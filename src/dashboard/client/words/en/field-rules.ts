import type { FieldRuleWords } from '../rule-words.ts';

const RELOAD = 'reload the page, Docket may have been updated meanwhile';
const INITIAL = 'New orders begin here: it can be renamed, but neither switched off nor deleted.';

/** Null: the API's own words will do. */
export const FIELD_RULES_EN: FieldRuleWords<null> = {
  // Texts.
  empty: null,
  chars_between: null,
  chars_at_most: null,
  line_between: null,
  line_at_most: null,
  control_characters: null,
  ill_formed: 'contains characters that cannot be stored',
  slug: null,
  email: null,
  time_zone: 'must be a time zone from the list',
  password_common: 'This password is among those that are guessed first. Choose another.',
  password_is_name: 'The password must not be the name of the business or your e-mail address. Choose another.',

  // Lists, objects, whole bodies.
  items_between: null,
  items_at_most: null,
  body_too_deep: 'There is too much nested inside one another.',
  body_parts: 'This is too much at once.',

  // Money and numbers.
  above_zero: null,
  roubles_negative: null,
  roubles_at_most: 'must be at most 999,999,999.99 roubles',
  two_decimals: null,
  pieces_at_most: 'must be at most 999,999,999.999',
  three_decimals: null,
  on_hand: 'must be a number of at most 999,999,999.999 with at most three decimals',
  products_sum: 'must add up to at most 999,999,999.99 roubles',
  order_sum: 'must add up to at most 999,999,999.99 roubles with the delivery',
  below_refunded: null,
  refund_left: null,
  whole_between: null,
  kept_between: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  kept_or_all: ({ least, most }) => `must be a whole number from ${least} to ${most}, or empty to keep all`,

  // Dates and times.
  time_of_day: null,
  calendar_day: 'must be a date that exists',
  instant: 'must be a date and time that exist',
  order_instant: 'must be a date and time that exist',
  payment_instant: 'must be a date and time that exist',
  year_range: null,

  // Orders and payments.
  nothing_to_change: 'Nothing was changed.',

  // The desk.
  form_id: `does not fit; ${RELOAD}`,
  unknown_filter: null,
  filter_times: ({ most }) => `can have at most ${most} values`,
  filter_when: 'must be one of the choices',
  views_full: ({ most }) => `There are at most ${most} views. Remove one first.`,
  history_who: 'must be one of the choices',
  workbook: 'This is a workbook of a spreadsheet program: save it there as CSV and choose that file.',
  import_id_taken: 'This file was taken already. Reload the page.',
  import_column: 'Not every field that must be there has its column. Check the columns again.',
  import_file: 'This file cannot be read as orders. Check it again.',
  import_row: 'There are mistakes in the file. Check it again.',

  // Where webhooks go.
  url_form: 'This is no complete web address. It begins with https:// and a name.',
  url_https: 'The address must begin with https://, so that nobody on the way can read along.',
  url_user: 'The address must not contain a user name or password.',
  url_port: 'Port 0 does not exist. Leave the port out or name the right one.',
  url_inside: ({ host }) =>
    `The address ${host} is not public: it leads to this machine or into an internal network. Docket sends to public addresses alone.`,
  url_leads_inside: ({ host, to }) =>
    `The name ${host} leads to ${to}, which is inside an internal network. Docket sends to public addresses alone.`,
  url_unknown: ({ host }) =>
    `There is no server under the name ${host} at the moment. Check the spelling; you can add it all the same, and each attempt looks again.`,

  // Stages and cards of inquiries.
  stages_full: ({ most }) => `There are at most ${most} stages. Delete one first.`,
  stage_name_taken: 'Another stage has this name.',
  stage_last: 'This is the only stage, and one must stay.',
  stage_other: 'Choose where its inquiries go.',
  stage_unknown: 'This stage is not there any more.',
  dotted_names: null,

  // Statuses.
  statuses_full: ({ most }) => `A set has at most ${most} statuses.`,
  status_id: null,
  status_id_taken: 'Another status has this id.',
  status_name_taken: 'Another status has this name.',
  status_stays_on: INITIAL,
  status_stays: INITIAL,

  // Numbers of orders.
  number_prefix: ({ most }) => `must have at most ${most} characters on one line, and not begin with a space`,
  numbers_taken: 'More than a thousand numbers from here on are in use. Begin after them.',
  numbers_go_back: null,

  // Stock.
  product_id_taken: 'Another product has this id.',
  file_columns: 'The columns are not id, name, sku, quantity.',
  file_duplicate: 'This id stands in the file already.',
  file_quotes: 'A quotation mark is not closed, or text follows it.',
  file_line: 'The line is longer than any line of a product; a quotation mark may be missing.',
  file_products: ({ most }) => `A file may have at most ${most} products.`,
  file_empty: 'The file is empty.',

  // The mail server.
  mail_host: null,
  mail_tls: 'Without encryption only a mail server on this very machine may be reached.',
  mail_user: 'A password needs a user.',
  mail_password: 'A user needs a password.',
  mail_password_again: 'Enter the password again: server, port, encryption or user have changed.',
  mail_password_lost: 'Enter the password again: the saved one cannot be read.',

  // People, backups.
  person_here: 'This person is here already.',
  person_invited: 'This person is invited already.',
  restore_word: 'Type the word RESTORE: there are orders or inquiries here.',

  // What the page sees before it is sent.
  valueMissing: 'Fill this in.',
  badInput: 'is not written as it should be',
  typeMismatch: 'is not written as it should be',
  patternMismatch: 'is not written as it should be',
  tooShort: ({ least }) => `must have at least ${least} characters`,
  tooLong: ({ most }) => `must have at most ${most} characters`,
  rangeUnderflow: ({ least }) => `must be at least ${least}`,
  rangeOverflow: ({ most }) => `must be at most ${most}`,
  stepMismatch: 'must be a whole number',

  // What has not the shape that its route describes.
  shape: `The request does not fit; ${RELOAD}.`,
  shape_unknown: `is not known here; ${RELOAD}`,
  shape_missing: 'is missing',
  shape_text: 'must be a text',
  shape_written: 'is too long, or not written as it should be',
  shape_id: 'does not fit; reload the page and try again',
  shape_scalar: 'must be a text or a number',
  shape_number: 'must be a number',
  shape_number_above: ({ least }) => `must be a number above ${least}`,
  shape_number_least: ({ least }) => `must be a number of at least ${least}`,
  shape_number_between: ({ least, most }) => `must be a number from ${least} to ${most}`,
  shape_list: 'must be a list',
  shape_list_between: ({ least, most }) => `must have ${least} to ${most} items`,
  shape_choice: 'must be one of the choices',
  shape_object: `does not fit; ${RELOAD}`,
  shape_other: `does not fit; ${RELOAD}`,
};
