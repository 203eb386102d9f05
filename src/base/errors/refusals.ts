import type { ErrorKind } from './error-kinds.ts';
import { type ParamsOf, sayText, type Text } from './rule-text.ts';

const named = (file: string | null): string => file ?? 'the file that was sent';

interface OfFile {
  /** The name or address of the file; null for an uploaded file. */
  readonly file: string | null;
}

const MOUNTED =
  'if it is on another disk, is that mounted? To begin there anew, give the folder an empty file .docket-backups';

const PLACE_TROUBLES = {
  denied: 'permission is denied',
  read_only: 'the file system is read-only',
  full: 'the disk is full',
  quota: 'the quota is used up',
  missing: 'there is no such file or folder',
  no_parent:
    'the folder above it is missing, and Docket makes one folder at most: check the path, and that its disk is mounted',
  gone: `the folder is gone, where Docket keeps backups: ${MOUNTED}`,
  unmarked: `the folder is not the one that Docket keeps backups in, for its file .docket-backups is missing: ${MOUNTED}`,
  no_folder: 'a part of the path is not a folder',
  in_the_way: 'there is a file in the way',
  too_large: 'a file here may not become so large',
  failing: 'the disk is failing',
  silent: 'it does not answer in time',
  altered: 'what came back is not what was sent',
} as const;
export type PlaceTrouble = keyof typeof PLACE_TROUBLES;
export type DestinationTrouble = 'full' | 'missing' | 'refused' | 'silent' | 'other';

/** A place in a text as an editor counts it, from 1. */
interface PlaceInText {
  readonly line: number;
  readonly column: number;
}

const some = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const AGAIN = 'Nothing was stored; repeat the request later.';
const STATUS_USED = 'Orders, deleted orders or an import still use this status. It can be switched off, not deleted.';
const UNSYNCED = 'The disk failed to keep what was written';

/**
 * Every refusal of a whole request, grouped by the code in the API's answer. Each rule has the API's sentence. The
 * pages have their own text for each rule, in both languages; without these texts a rule does not compile.
 */
export const REFUSALS = {
  invalid_json: {
    body_empty: 'The body is empty; send a JSON object.',
    body_not_json: ({ line, column }: PlaceInText) =>
      `The body is not valid JSON: look at line ${line}, column ${column}.`,
    body_not_utf8: ({ line, column }: PlaceInText) =>
      `The body is not valid UTF-8: look at line ${line}, column ${column}.`,
    body_late: ({ seconds }: { readonly seconds: number }) =>
      `The body did not arrive whole within ${seconds} seconds.`,
  },
  bad_request: { one_host: 'Send one Host header that names one host.' },
  unauthorized: {
    key_needed: 'Send a valid API key in the header Authorization: Bearer <API_KEY>.',
    metrics_token: 'Send the metrics token in the header Authorization: Bearer <token>.',
  },
  scope_missing: {
    scope_missing: ({ scope }: { readonly scope: string }) => `This key lacks the scope ${scope}.`,
  },
  plan_required: {
    plan_required: 'The API needs the Pro plan or higher for this workspace.',
    webhooks_plan: 'Webhooks need the Pro plan or higher.',
  },
  api_disabled: { api_disabled: 'The API is switched off for this workspace.' },
  inquiries_disabled: { inquiries_disabled: 'The inquiries feature is switched off for this workspace.' },
  dev_environment_only: {
    dev_environment_only: 'Inquiries can be submitted only where the server runs with --environment dev.',
  },
  not_found: {
    no_path: 'There is nothing at this path. The paths are listed at /docs.',
    no_metrics: 'Without --metrics-token, only this machine may read metrics, and nobody through a proxy.',
    no_pages: 'Only the executable has the pages: run ./scripts/build, then dist/docket serve.',
    no_workspace: 'You belong to no such workspace.',
    no_endpoint: 'There is no such endpoint in this workspace.',
    no_event: 'There is no such event in this workspace.',
    no_key: 'There is no such key in this workspace.',
    no_session: 'You have no such session.',
    no_view: 'You have no such view.',
    no_payment: 'This order has no such payment.',
    no_link: 'This link has been used or has expired. Ask for a new one.',
    no_inquiry: 'There is no such inquiry in this workspace.',
    no_client: 'There is no such client in this workspace.',
    no_step: 'This workspace has no such status or stage.',
    no_product: 'There is no such product in this workspace.',
    no_stocktake: 'There is no such stocktake in this workspace.',
    no_import: 'There is no such import in this workspace.',
    no_picture: 'There is no picture.',
    no_backup: 'There is no such backup.',
    no_person: 'There is no such person in this workspace.',
    no_passkey: 'You have no such passkey.',
    no_mail_server: 'No mail server is set.',
    address_proved: 'Your address is already confirmed.',
    links_unmailed: 'Docket mails no links: it has no mail server, or no public address.',
  },
  order_not_found: { order_not_found: 'There is no such order in this workspace, or it has been deleted.' },
  method_not_allowed: {
    method_not_allowed: ({ allow }: { readonly allow: string }) => `This path takes ${allow}.`,
  },
  order_key_conflict: {
    order_key_conflict:
      'This key was used before with a different payload. Nothing was stored: send the original payload, or a new key for a new order.',
  },
  inquiry_key_conflict: {
    inquiry_key_conflict: 'This Idempotency-Key was used before with a different payload. Nothing was stored.',
  },
  idempotency_key_conflict: {
    idempotency_key_conflict:
      'This Idempotency-Key was used before for another call or payload. Nothing was changed: send the first call again as it was, or a new key.',
  },
  order_status_conflict: {
    order_status_conflict: 'The order is not in the status that expectedStatusId names. Nothing was changed.',
  },
  payment_key_conflict: {
    payment_key_conflict:
      'This paymentId already belongs to another payment: order, amount, currency, paidAt or paymentMethod differ. details.orderId is the order that has it. Nothing was recorded.',
    payment_twice: 'Two payments of this create have the same paymentId. Nothing was stored.',
  },
  payment_deleted: {
    payment_deleted: 'This payment was recorded before, and deleted by hand later. It was not recorded again.',
  },
  order_deleted: {
    order_deleted: 'The order made with this key was deleted later. It was not made again.',
  },
  order_reference_conflict: {
    order_reference_conflict: 'id and orderKey lead to different orders. Nothing was changed.',
  },
  cursor_expired: {
    changes_cursor:
      'This cursor is older than the changes that are kept, or a backup was restored since. Ask for after=now, read all orders again, then go on from that cursor.',
  },
  precondition_failed: {
    order_changed:
      'The ETag of the order is another one now. Nothing was changed. Read the order, then decide whether to send the call again with that ETag.',
    inquiry_changed: 'The inquiry was moved or got a note in the meantime. Look at it and try again.',
    client_changed: 'The client was changed in the meantime. Look at it and try again.',
    till_changed:
      'The money of the day changed, or the day was closed, in the meantime. Look at the figures and try again.',
    stocktake_over: 'The stocktake was applied in the meantime. Start another one.',
    date_made: ({ num }: { readonly num: string }) => `Order ${num} was made for this date in the meantime.`,
    schedule_over: 'The order does not come up again, or not on this date. Nothing was changed.',
    steps_changed: 'One was added or deleted in the meantime. Look again and repeat.',
  },
  body_too_large: {
    body_too_large: ({ limit }: { readonly limit: number }) => `The body is larger than ${limit} bytes.`,
  },
  unsupported_media_type: {
    send_json: 'Send the body as JSON with the header Content-Type: application/json.',
    send_file: ({ mediaType }: { readonly mediaType: string }) =>
      `Send the file with the header Content-Type: ${mediaType}.`,
    body_packed: 'Send the body as it is, without Content-Encoding: Docket unpacks nothing.',
  },
  validation_failed: {
    fields: ({ first, more }: { readonly first: string; readonly more: string }) => first + more,
  },
  invalid_status: {
    invalid_status: 'statusId is not an active status of this workspace: details.allowed has those that are.',
  },
  invalid_cursor: {
    orders_cursor: 'cursor was not issued by this list with these filters. Start again without a cursor.',
    list_cursor: 'cursor was not issued by this list. Start again without a cursor.',
    feed_cursor:
      'after is no cursor of this feed. Ask for after=now, read all orders again, then go on from that cursor.',
  },
  rate_limited: {
    key_pace: ({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }) =>
      `This key may send ${perSecond} requests a second (${burst} at once). Repeat the request after the seconds in Retry-After.`,
    tries: ({ seconds }: { readonly seconds: number }) =>
      `Too many attempts. Wait ${some(seconds, 'second')} and try again.`,
    pace: ({ seconds }: { readonly seconds: number }) =>
      `Too many requests at once. Nothing was done: wait ${some(seconds, 'second')} and repeat this one.`,
    invitations: ({ minutes }: { readonly minutes: number }) =>
      `Too many invitations. Try again in ${some(minutes, 'minute')}.`,
    slots_of_person: ({ most }: { readonly most: number }) =>
      `You have ${most} of these under way, as many as one person or key may have. Try again when one is done.`,
    slots_of_workspace: ({ most }: { readonly most: number }) =>
      `This workspace has ${most} of these under way, as many as it may have. Try again when one is done.`,
    sends_waiting: ({ most }: { readonly most: number }) => `This endpoint has ${most} waiting sends. Try again later.`,
    resends: ({ most, minutes }: { readonly most: number; readonly minutes: number }) =>
      `This event was sent again ${most} times in an hour, as often as it may be. Try again in ${some(minutes, 'minute')}.`,
    bodies_under_way: 'Too many of your requests wait at once. Repeat this one after the seconds in Retry-After.',
    answers_unread: 'Answers to your earlier requests are not read yet. Read them, then repeat this one.',
    slots_of_server: 'The server has as many of these under way as it takes. Try again in a few seconds.',
    imports_waiting: 'Other files are being imported; try again in a minute.',
  },
  internal_error: {
    internal_error:
      'Something went wrong on the server. The request itself may be right. The requestId leads to the entry in the log.',
  },
  unavailable: {
    store_busy: `Another process is writing to the store. ${AGAIN}`,
    store_locked: `The store is locked. ${AGAIN}`,
    store_memory: `There is too little memory. ${AGAIN}`,
    store_read_only: `The store is read-only. ${AGAIN}`,
    store_failing: `The disk is failing. ${AGAIN}`,
    store_damaged: `The database file is damaged. ${AGAIN}`,
    store_full: `The disk is full. ${AGAIN}`,
    store_unopened: `The database file cannot be opened. ${AGAIN}`,
    store_refused: `The store could not take the change. ${AGAIN}`,
    store_unsynced: `${UNSYNCED}. Whether this was stored is not known: repeat the request later.`,
    damage_found: `The database file is damaged and has to be restored. ${AGAIN}`,
    damage_unsynced: `${UNSYNCED}, so nothing more is written until docket is started again. ${AGAIN}`,
    key_file_unwritable: ({ file }: { readonly file: string }) =>
      `The key file ${file} cannot be written. Nothing was stored.`,
    key_file_unreadable: ({ file }: { readonly file: string }) =>
      `The key file ${file} cannot be read. Nothing was stored.`,
    access_held:
      'A backup was restored here, and nobody has reviewed yet which people and keys it lets in. Nothing was stored; repeat the request later.',
    stopping: 'The server is shutting down. Nothing was stored; repeat the request.',
    pages_open: 'Too many pages are open at once.',
    signing_in: 'Too many people are signing in or choosing a password right now. Try again in a few seconds.',
    scheduler_silent: ({ what }: { readonly what: string }) => what,
  },
  signed_out: { signed_out: 'Sign in to continue.' },
  wrong_password: { wrong_password: 'The email or the password is wrong.' },
  proof_needed: { proof_needed: 'Enter your password again to continue.' },
  second_factor_needed: {
    second_factor_needed: 'The owners of this workspace demand a second factor. Set one up in your account first.',
  },
  forbidden: {
    own_factor_first: 'Set up a second factor for yourself before you demand one of everybody.',
    passkey_first: 'Sign in with your passkey to change this: a workspace of yours demands a second factor.',
    role_needed: ({ needed, own }: { readonly needed: string; readonly own: string }) =>
      `This needs the role ${needed}; yours is ${own}.`,
    first_owners: 'Only owners of the first workspace may do this.',
    password_link: 'Owners and people of other workspaces need the command docket owner reset-password.',
    mail_given: ({ by }: { readonly by: string }) => `${by} sets the mail server, and overrides what is saved.`,
    setting_given: ({ by }: { readonly by: string }) => `${by} sets this, and overrides what is saved.`,
  },
  foreign_origin: { foreign_origin: 'This is for the pages of the dashboard itself.' },
  too_late: {
    restore_days: ({ days }: { readonly days: number }) =>
      `An order can be restored for ${days} days after it was deleted.`,
    import_fixed: 'This import cannot be undone: it is not done yet, or made nothing that could be taken back.',
  },
  payment_state: {
    payment_unconfirmed: 'This payment is not confirmed, so there is nothing to refund. Delete it.',
  },
  key_ended: {
    key_replaced: ({ until }: { readonly until: string }) =>
      `This key has already been replaced and is valid until ${until}. Rotate the key that took its place.`,
    key_revoked: 'This key is revoked and cannot be rotated. Make a new key.',
  },
  status_in_use: {
    status_used: STATUS_USED,
    status_used_off: `${STATUS_USED} It is already switched off.`,
  },
  last_owner: { last_owner: 'This is the only owner. Make someone else an owner first.' },
  account_exists: { account_exists: 'This address already has an account. Sign in with its password.' },
  other_person: { other_person: 'This invitation is for a different address. You are signed in with another one.' },
  address_unproved: { address_unproved: 'Nobody has proved yet that this address is yours.' },
  code_needed: { code_needed: 'Enter the code that your app shows.' },
  wrong_code: { wrong_code: 'This code is wrong, used or over. Enter the one that your app shows now.' },
  factor_state: {
    factor_on: 'The authenticator app is already turned on.',
    factor_not_begun: 'Start over with a new key for the app.',
    factor_off: 'The authenticator app is turned off.',
    factor_off_already: 'The authenticator app is already turned off.',
  },
  passkey_refused: {
    passkey_refused: 'This passkey was not accepted, or the time for it ran out. Try again.',
  },
  passkey_state: {
    passkeys_full: ({ most }: { readonly most: number }) => `A person has at most ${most} passkeys. Remove one first.`,
    passkey_known: 'This passkey is already here.',
    passkeys_nowhere: 'Passkeys need a domain over https. Start Docket with --public-url https://….',
  },
  inquiry_has_order: { inquiry_has_order: 'An order was already made from this inquiry.' },
  too_slow: {
    file_cut: 'The file stopped halfway, or came too slowly. Send it again.',
    file_late: ({ seconds }: { readonly seconds: number }) =>
      `The file did not arrive whole within ${seconds} seconds.`,
  },
  made_already: {
    made_already:
      'Your first attempt already made this; only its answer was lost. Look for it in the list. A secret is shown once only: remove this one there and make another.',
  },
  import_busy: {
    undo_running: ({ kind }: { readonly kind: 'orders' | 'products' | 'clients' | 'payments' }) =>
      `An import of ${kind} is being undone. Nothing was imported: try again when that is done.`,
    clients_importing:
      'Another file of clients is being imported, or an import was undone just now. Nothing was imported: try again when that is done.',
  },
  backup_busy: { backup_busy: 'A backup is being made right now.' },
  backup_trouble: {
    backup_damaged: ({ file, why }: OfFile & { readonly why: string }) => `${named(file)} is damaged: ${why}`,
    backup_cut_short: ({ file, bytes, of }: OfFile & { readonly bytes: number; readonly of: number }) =>
      `${named(file)} is damaged: it is cut short, ${bytes} bytes of ${of}`,
    backup_altered: ({ file }: OfFile) =>
      `${named(file)} is damaged: it has changed since it was made (its SHA-256 differs)`,
    backup_other_seal: ({ file, key }: OfFile & { readonly key: string }) =>
      `${named(file)} is sealed with the key ${key}, which is not here: enter it from its recovery sheet (docket seal enter). Without it nobody can tell whether somebody else made this backup: only --force takes it (nothing was touched)`,
    backup_unsealed: ({ file }: OfFile) =>
      `${named(file)} is sealed with no key: a Docket made it before backups had such a seal, or somebody else made it. Make sure that it is yours: only --force takes it (nothing was touched)`,
    backup_orphans: ({ file, rows }: OfFile & { readonly rows: number }) =>
      `${named(file)} is damaged: ${rows} rows have lost the row that they belong to`,
    backup_counts: (
      it: OfFile & { readonly table: string; readonly found: number | null; readonly said: number | null },
    ) =>
      `${named(it.file)} is damaged: ${it.table} has ${it.found ?? 'no'} rows, its manifest says ${it.said ?? 'none'}`,
    backup_no_file: ({ file }: OfFile) => `there is no file ${named(file)}`,
    backup_no_plain_file: ({ file }: OfFile) => `${named(file)} is not a file`,
    backup_not_sqlite: ({ file }: OfFile) => `${named(file)} is not a backup of Docket: it is not an SQLite database`,
    backup_beside: ({ file, beside }: OfFile & { readonly beside: string }) =>
      `${beside} lies beside ${named(file)}: that is a database in use or a part of one, not a finished backup`,
    backup_form: ({ file }: OfFile) => `${named(file)} was made by another Docket, in a form that this one cannot read`,
    backup_strange: ({ file, strange }: OfFile & { readonly strange: string }) =>
      `${named(file)} cannot be taken: ${strange}, and Docket restores only what it made (nothing was touched)`,
    backup_not_docket: ({ file }: OfFile) => `${named(file)} is not a database of Docket`,
    backup_newer: ({ file, schema, known }: OfFile & { readonly schema: number; readonly known: number }) =>
      `${named(file)} has schema ${schema}, this executable knows ${known}: use the newer docket that made it (nothing was touched)`,
    backup_no_manifest: 'this is not a backup of Docket: it has no manifest',
    backup_there: ({ file }: OfFile) => `${named(file)} is there already`,
    backup_gone: ({ file }: OfFile) => `there is no backup ${named(file)}`,
    backup_empty: 'the file is empty',
    backup_too_large: ({ most }: { readonly most: number }) => `the file is larger than ${most} bytes`,
    backup_unsafe: ({ why }: { readonly why: string }) =>
      `nothing was restored, because the present data could not be backed up first: ${why}`,
    backup_room: ({
      place,
      needed,
      free,
    }: {
      readonly place: string;
      readonly needed: string;
      readonly free: string;
    }) => `there is too little room in ${place}: the backup needs ${needed}, ${free} are free`,
    import_no_room: 'Nothing was imported: the disk has no room for the backup that Docket makes before an import.',
    import_unsafe:
      'Nothing was imported: the backup that Docket makes before an import failed. The page of backups says why.',
    clients_uncounted: 'Docket is still counting whose orders are whose. Try again in a minute.',
    backup_place: ({ place, trouble }: { readonly place: string; readonly trouble: PlaceTrouble }) =>
      `${place}: ${PLACE_TROUBLES[trouble]}`,
    /** `why` is the message of the bucket's server, in its own words. */
    backup_bucket: ({
      place,
      why,
    }: {
      readonly place: string;
      readonly why: string;
      readonly trouble: DestinationTrouble;
    }) => `${place}: ${why}`,
    backup_keys: ({ place }: { readonly place: string }) =>
      `for ${place} set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL_S3 unless it is AWS itself; or enter the keys on the page Backups`,
    backup_files_open: 'too many files are open; try again when some are closed',
    /** The message of the system or of another program, in its own words. */
    backup_other: ({ why }: { readonly why: string }) => why,
  },
} as const satisfies Readonly<Record<ErrorKind, Readonly<Record<string, Text>>>>;

type Refusals = typeof REFUSALS;
type ParamsOfKind<Kind extends ErrorKind> = { readonly [Name in keyof Refusals[Kind]]: ParamsOf<Refusals[Kind][Name]> };
type NamesOf<Kind extends ErrorKind> = Kind extends ErrorKind ? keyof Refusals[Kind] : never;
export type RefusalName = NamesOf<ErrorKind>;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type RefusalParams = Intersection<{ [Kind in ErrorKind]: ParamsOfKind<Kind> }[ErrorKind]>;

export type RefusalOf<Kind extends ErrorKind> = {
  [Name in NamesOf<Kind>]: { readonly rule: Name } & RefusalParams[Name & keyof RefusalParams];
}[NamesOf<Kind>];

export type Refusal = RefusalOf<ErrorKind>;

interface KnownRule {
  readonly kind: ErrorKind;
  readonly text: Text;
}

const isKind = (text: string): text is ErrorKind => text in REFUSALS;
const KNOWN: ReadonlyMap<string, KnownRule> = new Map(
  Object.keys(REFUSALS)
    .filter(isKind)
    .flatMap((kind) => Object.entries<Text>(REFUSALS[kind]).map(([rule, text]) => [rule, { kind, text }])),
);

function known({ rule }: Refusal): KnownRule {
  const found = KNOWN.get(rule);
  if (found === undefined) throw new Error(`there is no rule ${rule}`);
  return found;
}

export const kindOf = (refusal: Refusal): ErrorKind => known(refusal).kind;

export const refusalText = (refusal: Refusal): string => sayText(known(refusal).text, refusal);
