import { MAX_ROUBLES, MAX_THOUSANDTHS } from '../money/index.ts';
import { type ParamsOf, sayText, type Text } from './rule-text.ts';

interface Range {
  readonly least: number;
  readonly most: number;
}
type Most = Pick<Range, 'most'>;
type Least = Pick<Range, 'least'>;

/** A wrong line of a recovery sheet. `line` counts from 1; `letters` is the number of typed letters and digits. */
interface PaperLine {
  readonly line: number;
  readonly letters: number;
  readonly wanted: number;
}

/** `wanted` describes a valid value, `found` the one that was sent. `found` is empty if the type is right. */
interface Shape {
  readonly wanted: string;
  readonly found: string;
}

const shape = ({ wanted, found }: Shape): string => `must be ${wanted}${found === '' ? '' : `, not ${found}`}`;
const INSTANT = 'a real ISO date and time with Z or an offset';
export const INSTANT_SHAPE = `${INSTANT}, such as 2026-03-08T10:00:00+03:00`;
const AGAIN = 'must be given again';
const INITIAL = 'status-new is where orders begin: it can be renamed, but';

/**
 * The faults that a field may have: each rule with its parameters, and the API's sentence for it. The pages have their
 * own text for each rule, in both languages (src/dashboard/client/words). A rule without these texts does not compile.
 */
const FIELD_RULES = {
  empty: 'must not be empty',
  chars_between: ({ least, most }: Range) => `must have ${least} to ${most} characters`,
  chars_at_most: ({ most }: Most) => `must have at most ${most} characters`,
  line_between: ({ least, most }: Range) => `must be a text of ${least} to ${most} characters on one line`,
  line_at_most: ({ most }: Most) => `must be a text of at most ${most} characters on one line`,
  control_characters: 'must not contain control characters',
  ill_formed: 'must be well-formed Unicode',
  printable_key: ({ least, most }: Range) => `must be ${least} to ${most} printable ASCII characters`,
  slug: ({ most }: Most) => `must be 1 to ${most} of the characters a-z, 0-9 and "-"`,
  email: 'must be an email address',
  phone: 'must be a phone number, in any spelling',
  phone_or_email: 'must be there, or an email address beside it',
  time_zone: ({ given }: { readonly given: string }) => `"${given}" is not a time zone such as Europe/Moscow or UTC`,
  map_service:
    'must be google, yandex, 2gis, openstreetmap, empty, or an https address with {address} in its path or query',
  accent: 'must be pine, teal, cobalt, iris, plum, rose, clay, graphite or a colour such as #3366cc',
  picture_kind: 'must be a still PNG, JPEG or WebP picture',
  picture_size: ({ most }: Most) => `must be a picture of at most ${most} bytes`,
  picture_pixels: ({ most }: Most) => `must be a picture of at most ${most} pixels to either side`,
  password_common: 'is a well-known password, common or taken elsewhere; choose another',
  password_is_name: 'must not be the name of the business or the email address; choose another',

  items_between: ({ least, most }: Range) => `must have ${least} to ${most} items`,
  items_at_most: ({ most }: Most) => `must have at most ${most} items`,
  keys_at_most: ({ most }: Most) => `must have at most ${most} keys`,
  key_chars_at_most: ({ most }: Most) => `must have a key of at most ${most} characters`,
  body_too_deep: ({ most }: Most) => `The body must be nested at most ${most} levels deep.`,
  payload_too_deep: ({ most }: Most) => `The body must hold a payload nested at most ${most} levels deep.`,
  body_parts: ({ most }: Most) => `The body must hold at most ${most} values, lists and objects.`,
  given_twice: 'must be given once',
  parameters_at_most: ({ most }: Most) => `must have at most ${most} parameters`,

  above_zero: 'must be above 0',
  roubles_negative: 'must be 0 or more roubles',
  roubles_at_most: `must be at most ${MAX_ROUBLES} roubles`,
  two_decimals: 'must have at most two decimals (whole kopecks)',
  pieces_negative: 'must be 0 or more',
  pieces_at_most: `must be at most ${MAX_THOUSANDTHS / 1000}`,
  three_decimals: 'must have at most three decimals',
  on_hand: `must be a number of at most ${MAX_THOUSANDTHS / 1000} with at most three decimals`,
  products_sum: `must add up to at most ${MAX_ROUBLES} roubles`,
  order_sum: `products and delivery must add up to at most ${MAX_ROUBLES} roubles`,
  order_texts: ({ most }: Most) =>
    `must be smaller: an order's client, recipient, products, delivery and additional may have ${most} bytes together`,
  below_refunded: ({ least }: Least) => `must be at least ${least}, which was refunded already`,
  refund_left: ({ most }: Most) => `must be at most ${most}, which is what is left to refund`,
  payments_at_most: ({ most }: Most) => `cannot be added: the order has ${most} payments, the most that one may have`,
  refunds_at_most: ({ most }: Most) => `cannot be refunded: the order has ${most} refunds, the most that one may have`,
  provider_data_left: ({ most }: Most) =>
    `must be smaller: what senders add to the payments of an order may have ${most} bytes together`,
  whole_between: ({ least, most }: Range) => `must be a whole number from ${least} to ${most}`,
  kept_between: ({ unit, least, most }: Range & { readonly unit: 'attempts' | 'days' }) =>
    `must be a whole number${unit === 'attempts' ? '' : ` of ${unit}`} from ${least} to ${most}`,
  kept_or_all: ({ unit, least, most }: Range & { readonly unit: 'attempts' | 'days' | 'years' }) =>
    `must be a whole number${unit === 'attempts' ? '' : ` of ${unit}`} from ${least} to ${most}, or null to keep all`,

  time_of_day: 'must be a time of day from 00:00 to 23:59 written HH:mm',
  calendar_day: 'must be a real date written YYYY-MM-DD',
  day_of_year: 'must be a day of the year written MM-DD',
  merged_already: 'is one client with this one already',
  merged_at_most: ({ most }: Most) => `would be one client of more than ${most}: separate one first`,
  days_order: 'must not be after dateTo',
  not_before_from: 'must not be before from',
  not_after_today: 'must not be after today',
  not_before_today: 'must not be before today',
  years_ahead: ({ most }: Most) => `must be within ${most} years`,
  not_before_next: 'must not be before next',
  days_at_most: ({ most }: Most) => `must be such that the period has at most ${most} days`,
  instant: `must be ${INSTANT}`,
  order_instant: `must be ${INSTANT_SHAPE}`,
  payment_instant: `must be ${INSTANT}, in the years 0001 to 9999`,
  year_range: 'must lie in the years 0001 to 9999',

  key_beside_num: 'must not be sent together with num: send one of the two',
  key_missing: 'is missing: send requestKey, or num for a number of your own',
  reference_missing: 'is missing: send id, or orderKey (the original num or requestKey), or both',
  nothing_to_change: 'must name at least one field to change',

  form_id: ({ least, most }: Range) => `must be ${least} to ${most} letters, digits, - or _`,
  unknown_filter: 'is not a filter',
  filter_times: ({ most }: Most) => `must be given at most ${most} times`,
  filter_sort: 'must be new, or date, total or status, or one of these three after a minus, and not of deleted orders',
  filter_when: ({ words }: { readonly words: string }) => `must be one of ${words}`,
  views_full: ({ most }: Most) => `is one view too many (at most ${most}): remove one first`,
  history_who: 'must be person:ID, key:ID, command or system',
  workbook: 'cannot be read as a table: save it as XLSX or CSV in your spreadsheet program, and choose that file',
  import_id_taken: 'is the id of another import',
  import_column: ({ field }: { readonly field: string }) => `no column for ${field}`,
  import_file: ({ problem }: { readonly problem: string }) => problem,
  import_row: ({ heading, problem }: { readonly heading: string; readonly problem: string }) =>
    `${heading === '' ? '' : `${heading}: `}${problem}`,

  paper_key_line: ({ line, letters, wanted }: PaperLine) =>
    letters === wanted
      ? `line ${line} is not as it is on the sheet`
      : `line ${line} must have ${wanted} letters and digits, not ${letters}`,

  keys_full: ({ most }: Most) => `is one valid key too many (at most ${most}): revoke one first`,
  sources_full: ({ most }: Most) =>
    `is one source too many (at most ${most}, those of revoked keys included): take one of them`,
  people_full: ({ most }: Most) => `is one person too many (at most ${most}, invited ones included): remove one first`,

  endpoints_full: ({ most }: Most) => `is one endpoint too many (at most ${most}): remove one first`,
  url_form: ({ most }: Most) => `must be an absolute address of at most ${most} characters`,
  url_https: 'must begin with https://',
  url_user: 'must not contain a user name or password',
  url_port: 'must not name port 0',
  url_inside: ({ host, why }: { readonly host: string; readonly why: string }) =>
    `must be a public address, which ${host} is not (${why})`,
  url_leads_inside: ({ host, to, why }: { readonly host: string; readonly to: string; readonly why: string }) =>
    `must be a public address, but ${host} leads to ${to} (${why})`,
  url_crowded: ({ host, most }: Most & { readonly host: string }) =>
    `must be a name of at most ${most} addresses, and ${host} has more`,

  url_unknown: ({ host }: { readonly host: string }) => `the name ${host} does not resolve at the moment`,

  steps_full: ({ most }: Most) => `is one too many (at most ${most}): delete one first`,
  step_id: ({ most }: Most) => `must be 1 to ${most} of the characters a-z, 0-9 and "-", and not begin with "-"`,
  step_id_taken: 'is the id of another one',
  step_name_taken: 'is the name of another one',
  status_stays_on: `${INITIAL} not switched off`,
  status_stays: `${INITIAL} never deleted`,
  stage_last: 'is the only stage: a flow has at least one',
  stage_other: 'must name another stage for the inquiries of this one',
  stage_unknown: 'is not a stage of this workspace',
  dotted_names: 'must be names joined by dots, such as client.name',

  number_prefix: ({ most }: Most) => `must have at most ${most} characters on one line`,
  numbers_taken: 'begins before a thousand numbers in use',
  numbers_go_back: ({ from }: { readonly from: number }) => `is before ${from}, where the series stands`,

  product_id_taken: 'is the id of another product',
  barcode_taken: ({ name }: { readonly name: string }) => `is the barcode of ${name}`,
  rounded_digits: 'is a number that a spreadsheet rounded, so its digits are lost',

  mail_host: 'must be the name or the address of a mail server',
  mail_tls: 'must be encrypted: only a mail server on this machine may go without',
  mail_user: 'is missing: a password needs a user',
  mail_password: 'is missing: a user needs a password',
  mail_password_again: `${AGAIN}, because server, port, encryption or user have changed`,
  mail_password_lost: `${AGAIN}: the saved one cannot be read`,

  backup_target: 'must be the absolute path of a folder, or an address such as s3://bucket/prefix',
  bucket_name: ({ bucket }: { readonly bucket: string }) =>
    `"${bucket}" is no bucket: S3 wants 3 to 63 of the characters a-z, 0-9, "." and "-"`,
  bucket_endpoint: 'must be an address such as https://s3.example.com, or empty for AWS',
  bucket_region: 'must be a word such as eu-central-1, or empty',
  bucket_secret: 'is missing: an access key needs its secret key',
  bucket_secret_again: `${AGAIN}, because endpoint or access key have changed, or the saved one cannot be read`,

  person_here: 'this person is in the workspace already',
  person_invited: 'this person is invited already',
  restore_word: 'must be RESTORE: there are orders or inquiries here',

  shape: 'does not have the shape that the reference describes',
  shape_unknown: 'is not a known field here; check its spelling against the reference',
  shape_near: ({ near }: { readonly near: string }) => `is not a known field here: did you mean ${near}?`,
  shape_elsewhere: ({ hint }: { readonly hint: string }) => `is not taken here: ${hint}`,
  shape_missing: ({ wanted }: Pick<Shape, 'wanted'>) => `is missing: must be ${wanted}`,
  shape_text: shape,
  shape_written: shape,
  shape_id: shape,
  shape_scalar: shape,
  shape_number: shape,
  shape_number_above: (it: Shape & Least) => shape(it),
  shape_number_least: (it: Shape & Least) => shape(it),
  shape_number_between: (it: Shape & Range) => shape(it),
  shape_list: shape,
  shape_list_between: (it: Shape & Range) => shape(it),
  shape_choice: shape,
  shape_object: shape,
  shape_other: shape,
} as const satisfies Readonly<Record<string, Text>>;

export type FieldRuleName = keyof typeof FIELD_RULES;

export type FieldRuleParams = { readonly [Name in FieldRuleName]: ParamsOf<(typeof FIELD_RULES)[Name]> };

/** A rule that a field broke, with its parameters: `{ rule: 'chars_at_most', most: 100 }`. */
export type FieldRule = { [Name in FieldRuleName]: { readonly rule: Name } & FieldRuleParams[Name] }[FieldRuleName];

export const fieldText = (broken: FieldRule): string => sayText(FIELD_RULES[broken.rule], broken);
