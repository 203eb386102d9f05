import type { FieldRuleWords } from '../rule-words.ts';

const RELOAD = 'reload the page, because Docket may have been updated';
const INITIAL = 'New orders start here. You can rename it, but not turn it off or delete it.';

/** The words for each rule of a field; null if the API's own words are good enough. */
export const FIELD_RULES_EN: FieldRuleWords<null> = {
  empty: null,
  chars_between: null,
  chars_at_most: null,
  line_between: null,
  line_at_most: null,
  control_characters: null,
  ill_formed: 'contains characters that cannot be stored',
  slug: null,
  email: null,
  phone: null,
  phone_or_email: 'give a phone or an email address',
  time_zone: 'must be a time zone from the list',
  accent: 'choose a colour',
  map_service: 'begin with https:// and put {address} where the address goes',
  picture_kind: 'choose a PNG, JPEG or WebP picture',
  picture_size: 'the picture is too large: at most 200 KB',
  picture_pixels: ({ most }) => `the picture is too large: at most ${most} pixels to either side`,
  password_common: 'This password is well known: it is common, or was stolen somewhere. Choose another.',
  password_is_name: 'The password must not be the name of the business or your email address. Choose another.',

  items_between: null,
  items_at_most: null,
  body_too_deep: 'The data is nested too deeply.',
  body_parts: 'This is too much at once.',

  above_zero: null,
  roubles_negative: null,
  roubles_at_most: 'must be at most 999,999,999.99 roubles',
  two_decimals: null,
  pieces_negative: null,
  pieces_at_most: 'must be at most 999,999,999.999',
  three_decimals: null,
  on_hand: 'must be a number of at most 999,999,999.999 with at most three decimals',
  products_sum: 'must add up to at most 999,999,999.99 roubles',
  order_sum: 'must add up to at most 999,999,999.99 roubles with the delivery',
  order_texts: 'This is more than one order can hold.',
  below_refunded: null,
  refund_left: null,
  payments_at_most: null,
  refunds_at_most: null,
  provider_data_left: null,
  whole_between: null,
  kept_between: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  kept_or_all: ({ least, most }) => `must be a whole number from ${least} to ${most}, or empty to keep all`,

  time_of_day: null,
  calendar_day: 'must be a date that exists',
  not_after_today: null,
  not_before_today: null,
  years_ahead: null,
  not_before_next: 'must not be before the next date',
  not_before_from: 'must not be before the first day',
  days_at_most: ({ most }) => `must be at most ${most} days after the first day`,
  day_of_year: 'must be a day of the year that exists',
  merged_already: 'is one client with this one already',
  merged_at_most: null,
  instant: 'must be a date and time that exist',
  order_instant: 'must be a date and time that exist',
  payment_instant: 'must be a date and time that exist',
  year_range: null,

  nothing_to_change: 'Nothing was changed.',

  form_id: `is not valid; ${RELOAD}`,
  unknown_filter: null,
  filter_times: ({ most }) => `can have at most ${most} values`,
  filter_sort: 'must be one of the columns that can be sorted by',
  filter_when: 'must be one of the choices',
  views_full: ({ most }) => `There are at most ${most} views. Remove one first.`,
  history_who: 'must be one of the choices',
  workbook:
    'This file can’t be read. It may be damaged, locked with a password, or no table. Save it as XLSX or CSV in your spreadsheet program, and choose that file.',
  import_id_taken: 'This file was already imported. Reload the page.',
  import_column: 'A required field has no column. Check the columns again.',
  import_file: 'This file cannot be read. Check it again.',
  import_row: 'There are mistakes in the file. Check it again.',

  paper_key_line: ({ line, letters, wanted }) =>
    letters === wanted
      ? `Line ${line} isn’t as it is on the sheet. Compare it letter by letter.`
      : `Line ${line} must have ${wanted} letters and digits. You typed ${letters}.`,

  keys_full: ({ most }) => `There can be at most ${most} valid keys. Revoke one first.`,
  sources_full: ({ most }) => `There can be at most ${most} sources. Take one that you have used before.`,
  people_full: ({ most }) => `There can be at most ${most} people, invited ones included. Remove one first.`,

  endpoints_full: ({ most }) => `There can be at most ${most} endpoints. Remove one first.`,
  url_form: 'This is not a complete web address. It must start with https:// and a name.',
  url_https: 'The address must start with https://, so that nobody can read along.',
  url_user: 'The address must not contain a user name or password.',
  url_port: 'Port 0 does not exist. Leave the port out or enter the right one.',
  url_inside: ({ host }) =>
    `The address ${host} is not public. It leads to this machine or an internal network. Docket sends only to public addresses.`,
  url_leads_inside: ({ host, to }) =>
    `The name ${host} leads to ${to}, which is in an internal network. Docket sends only to public addresses.`,
  url_crowded: ({ host, most }) =>
    `The name ${host} has more than ${most} addresses. Docket sends to none of them. Choose another name.`,
  url_unknown: ({ host }) =>
    `There is currently no server named ${host}. Check the spelling. You can add it anyway; each attempt checks again.`,

  steps_full: ({ most }) => `There can be at most ${most}. Delete one first.`,
  step_id: null,
  step_id_taken: 'Another one has this id.',
  step_name_taken: 'Another one has this name.',
  status_stays_on: INITIAL,
  status_stays: INITIAL,
  stage_last: 'This is the only stage, and there must be one.',
  stage_other: 'Choose where its inquiries go.',
  stage_unknown: 'This stage no longer exists.',
  dotted_names: null,

  number_prefix: ({ most }) => `must have at most ${most} characters on one line, and not begin with a space`,
  numbers_taken: 'More than a thousand numbers from here on are in use. Start after them.',
  numbers_go_back: null,

  product_id_taken: 'Another product has this id.',
  barcode_taken: ({ name }) => `“${name}” has this barcode.`,
  rounded_digits: 'A spreadsheet rounded this number. Format its column as text, and enter the digits again.',

  mail_host: null,
  mail_tls: 'Without encryption, only a mail server on this machine can be used.',
  mail_user: 'Enter a user for this password.',
  mail_password: 'Enter a password for this user.',
  mail_password_again: 'Enter the password again: server, port, encryption or user have changed.',
  mail_password_lost: 'Enter the password again: the saved one cannot be read.',

  backup_target: null,
  bucket_name: null,
  bucket_endpoint: null,
  bucket_region: null,
  bucket_secret: 'Enter the secret key of this access key.',
  bucket_secret_again:
    'Enter the secret key again: endpoint or access key have changed, or the saved one cannot be read.',

  person_here: 'This person is already a member.',
  person_invited: 'This person is already invited.',
  restore_word: 'Type the word RESTORE, because there are orders or inquiries here.',

  // Errors that the page finds before sending.
  valueMissing: 'Fill this in.',
  badInput: 'is not in the expected format',
  typeMismatch: 'Check the address for a typing mistake.',
  patternMismatch: 'is not in the expected format',
  tooShort: ({ least }) => `must have at least ${least} characters`,
  tooLong: ({ most }) => `must have at most ${most} characters`,
  rangeUnderflow: ({ least }) => `must be at least ${least}`,
  rangeOverflow: ({ most }) => `must be at most ${most}`,
  stepMismatch: 'must be a whole number',

  // Errors in the shape of a request, found by the route's schema.
  shape: `The request is not valid; ${RELOAD}.`,
  shape_unknown: `is not known; ${RELOAD}`,
  shape_near: `is not known; ${RELOAD}`,
  shape_elsewhere: `is not known; ${RELOAD}`,
  shape_missing: 'is missing',
  shape_text: 'must be text',
  shape_written: 'is too long or in the wrong format',
  shape_id: 'is not valid; reload the page and try again',
  shape_scalar: 'must be text or a number',
  shape_number: 'must be a number',
  shape_number_above: ({ least }) => `must be a number above ${least}`,
  shape_number_least: ({ least }) => `must be a number of at least ${least}`,
  shape_number_between: ({ least, most }) => `must be a number from ${least} to ${most}`,
  shape_list: 'must be a list',
  shape_list_between: ({ least, most }) => `must have ${least} to ${most} items`,
  shape_choice: 'must be one of the choices',
  shape_object: `is not valid; ${RELOAD}`,
  shape_other: `is not valid; ${RELOAD}`,
};
