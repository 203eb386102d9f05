/**
 * The tables in Drizzle's terms. The source of truth is migrations/*.sql, which also has the reasons and the indexes. A
 * test compares the two, column by column.
 */

import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from './audit-actions.ts';
import { bytes, uuid, zone } from './columns.ts';

export const PLANS = ['free', 'pro', 'business'] as const;
export const ROLES = ['owner', 'manager', 'viewer', 'orders', 'courier'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;
export const LINK_PURPOSES = ['setup', 'reset', 'invitation', 'address'] as const;
export const PAYMENT_STATES = ['pending', 'confirmed', 'refunded', 'deleted'] as const;
/** The events that are sent to receivers and listed in the feed of changes. */
export const EVENT_TYPES = [
  'order.created',
  'order.updated',
  'order.status.changed',
  'order.payment.created',
  'order.deleted',
] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export const REQUEST_KINDS = ['resend', 'test'] as const;
export const ATTEMPT_KINDS = ['scheduled', ...REQUEST_KINDS] as const;
export const STEP_TONES = ['new', 'busy', 'good', 'bad', 'idle', 'move', 'teal', 'pink'] as const;
/** The accent colors that pages offer. A workspace may have a color of its own instead. */
export const ACCENTS = ['pine', 'teal', 'cobalt', 'iris', 'plum', 'rose', 'clay', 'graphite'] as const;
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const STEP_GROUPS = ['new', 'work', 'done', 'cancelled'] as const;
export const MOVEMENT_KINDS = ['opening', 'write_off', 'correction', 'import'] as const;
export const INQUIRY_KINDS = ['created', 'moved', 'noted', 'order_made'] as const;
export const BACKUP_CAUSES = ['schedule', 'person', 'command'] as const;
export const BACKUP_OUTCOMES = ['running', 'verified', 'failed', 'stopped'] as const;
export const ACTOR_TYPES = ['key', 'person', 'command', 'system'] as const;
export const IMPORT_KINDS = ['orders', 'products', 'clients', 'payments'] as const;
export const IMPORT_STATES = ['staging', 'accepted', 'done'] as const;
export const SCHEDULE_STEPS = ['week', 'two_weeks', 'month', 'year'] as const;
export const MAIL_STATES = ['pending', 'sent', 'logged', 'failed'] as const;
export const MAIL_TLS = ['implicit', 'starttls', 'none'] as const;

const bool = (name: string) => integer(name, { mode: 'boolean' });

const ofWorkspace = {
  seq: integer('seq').primaryKey(),
  id: uuid('id').notNull().unique(),
  workspaceSeq: integer('workspace_seq').notNull(),
};

const byActor = {
  actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
  actorId: text('actor_id'),
  requestId: text('request_id'),
};

export const workspaces = sqliteTable('workspaces', {
  seq: integer('seq').primaryKey(),
  id: uuid('id').notNull().unique(),
  name: text('name').notNull(),
  plan: text('plan', { enum: PLANS }).notNull(),
  timeZone: zone('time_zone').notNull(),
  apiEnabled: bool('api_enabled').notNull(),
  inquiriesEnabled: bool('inquiries_enabled').notNull(),
  webhooksEnabled: bool('webhooks_enabled').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  accent: text('accent').notNull().default('pine'),
  logoAt: integer('logo_at'),
  address: text('address').notNull().default(''),
  phone: text('phone').notNull().default(''),
  thanks: text('thanks').notNull().default(''),
  mapService: text('map_service').notNull().default(''),
  mapCity: text('map_city').notNull().default(''),
  secondFactorRequired: bool('second_factor_required').notNull().default(false),
  browsersKeep: bool('browsers_keep').notNull().default(true),
  slots: text('slots').notNull().default(''),
  importsUndone: integer('imports_undone').notNull().default(0),
});

export const workspaceLogos = sqliteTable('workspace_logos', {
  workspaceSeq: integer('workspace_seq').primaryKey(),
  type: text('type', { enum: PICTURE_TYPES }).notNull(),
  image: bytes('image').notNull(),
});

export const numberSeries = sqliteTable('number_series', {
  workspaceSeq: integer('workspace_seq').primaryKey(),
  nextNumber: integer('next_number').notNull(),
  prefix: text('prefix').notNull().default(''),
  padding: integer('padding').notNull().default(0),
});

export const numberRuns = sqliteTable('number_runs', {
  workspaceSeq: integer('workspace_seq').notNull(),
  prefix: text('prefix').notNull(),
  padding: integer('padding').notNull(),
  first: integer('first').notNull(),
  last: integer('last').notNull(),
});

export const people = sqliteTable('people', {
  seq: integer('seq').primaryKey(),
  id: uuid('id').notNull().unique(),
  email: text('email').notNull().unique(),
  emailKey: text('email_key').notNull(),
  unprovedIn: integer('unproved_in'),
  name: text('name'),
  language: text('language').notNull().default('en'),
  passwordHash: text('password_hash'),
  createdAt: integer('created_at').notNull(),
  theme: text('theme', { enum: THEMES }).notNull().default('system'),
});

export const sessions = sqliteTable('sessions', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: uuid('id').notNull().unique(),
  tokenHash: text('token_hash').notNull().unique(),
  personSeq: integer('person_seq').notNull(),
  remembered: bool('remembered').notNull(),
  userAgent: text('user_agent'),
  address: text('address'),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
  provedAt: integer('proved_at').notNull(),
  passkeyName: text('passkey_name'),
});

export const sessionVisits = sqliteTable('session_visits', {
  sessionSeq: integer('session_seq').notNull(),
  workspaceSeq: integer('workspace_seq').notNull(),
});

export const secondFactors = sqliteTable('second_factors', {
  personSeq: integer('person_seq').primaryKey(),
  secret: text('secret').notNull(),
  confirmedAt: integer('confirmed_at'),
  lastStep: integer('last_step').notNull(),
});

export const recoveryCodes = sqliteTable('recovery_codes', {
  personSeq: integer('person_seq').notNull(),
  codeHash: text('code_hash').notNull(),
  isShort: bool('is_short').notNull(),
  usedAt: integer('used_at'),
});

export const knownDevices = sqliteTable('known_devices', {
  personSeq: integer('person_seq').notNull(),
  deviceHash: text('device_hash').notNull(),
  firstSeenAt: integer('first_seen_at').notNull(),
});

export const sentForms = sqliteTable('sent_forms', {
  seq: integer('seq').primaryKey(),
  personSeq: integer('person_seq').notNull(),
  formId: text('form_id').notNull(),
  fingerprint: text('fingerprint').notNull(),
  answer: text('answer'),
  at: integer('at').notNull(),
});

export const repeatedCalls = sqliteTable('repeated_calls', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  source: text('source').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  fingerprint: bytes('fingerprint').notNull(),
  answer: text('answer'),
  at: integer('at').notNull(),
});

export const trustedDevices = sqliteTable('trusted_devices', {
  tokenHash: text('token_hash').notNull(),
  personSeq: integer('person_seq').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
});

export const knownNetworks = sqliteTable('known_networks', {
  networkHash: text('network_hash').notNull(),
  personSeq: integer('person_seq').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
});

export const passkeys = sqliteTable('passkeys', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: uuid('id').notNull().unique(),
  personSeq: integer('person_seq').notNull(),
  credentialId: text('credential_id').notNull().unique(),
  publicKey: bytes('public_key').notNull(),
  counter: integer('counter').notNull(),
  rpId: text('rp_id').notNull(),
  name: text('name').notNull(),
  transports: text('transports').notNull(),
  synced: bool('synced').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
});

export const memberships = sqliteTable('memberships', {
  workspaceSeq: integer('workspace_seq').notNull(),
  personSeq: integer('person_seq').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at'),
  endedSessions: integer('ended_sessions').notNull().default(0),
});

export const invitations = sqliteTable('invitations', {
  ...ofWorkspace,
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  language: text('language').notNull(),
  invitedBy: integer('invited_by'),
  createdAt: integer('created_at').notNull(),
});

export const invitationsSent = sqliteTable('invitations_sent', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq'),
  emailKey: text('email_key').notNull(),
  mailed: bool('mailed').notNull(),
  at: integer('at').notNull(),
});

export const oneTimeLinks = sqliteTable('one_time_links', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose', { enum: LINK_PURPOSES }).notNull(),
  personSeq: integer('person_seq'),
  invitationSeq: integer('invitation_seq'),
  proves: bool('proves').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const apiKeys = sqliteTable('api_keys', {
  ...ofWorkspace,
  name: text('name').notNull(),
  source: text('source').notNull(),
  scopes: text('scopes').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  prefix: text('prefix').notNull(),
  createdAt: integer('created_at').notNull(),
  revokedAt: integer('revoked_at'),
  lastUsedAt: integer('last_used_at'),
});

/**
 * A table of ordered steps: statuses of orders, or stages of inquiries. Both tables have the same type, so that one
 * module can handle them.
 */
const stepTable = (name: string) =>
  sqliteTable(name, {
    workspaceSeq: integer('workspace_seq').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    active: bool('active').notNull().default(true),
    tone: text('tone', { enum: STEP_TONES }).notNull().default('move'),
    group: text('status_group', { enum: STEP_GROUPS }).notNull().default('work'),
    writesOffStock: bool('writes_off_stock').notNull().default(false),
  });
export const statuses = stepTable('statuses');
export const inquiryStages = stepTable('inquiry_stages');

export const inquiryStageRemovals = sqliteTable('inquiry_stage_removals', {
  workspaceSeq: integer('workspace_seq').notNull(),
  stageId: text('stage_id').notNull(),
  toId: text('to_id').notNull(),
  ...byActor,
});

export const orders = sqliteTable('orders', {
  ...ofWorkspace,
  source: text('source').notNull(),
  repeatKey: text('repeat_key').notNull(),
  fingerprint: bytes('fingerprint').notNull(),
  version: integer('version').notNull(),
  num: text('num').notNull(),
  platform: text('platform').notNull(),
  statusId: text('status_id').notNull(),
  date: text('date').notNull(),
  timeStart: text('time_start'),
  timeEnd: text('time_end'),
  productsAmount: integer('products_amount').notNull(),
  price: integer('price').notNull(),
  paidAmount: integer('paid_amount').notNull(),
  paymentStatus: text('payment_status').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deletedAt: integer('deleted_at'),
  kindSeq: integer('kind_seq').notNull(),
  byNum: bool('by_num').notNull().default(false),
  searchText: text('search_text').notNull(),
  client: text('client'),
  recipient: text('recipient'),
  delivery: text('delivery'),
  additional: text('additional'),
  products: text('products').notNull(),
});

export const orderSchedules = sqliteTable('order_schedules', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  orderSeq: integer('order_seq').notNull().unique(),
  every: text('every', { enum: SCHEDULE_STEPS }).notNull(),
  anchor: text('anchor').notNull(),
  starts: text('starts').notNull(),
  last: text('last'),
  daysBefore: integer('days_before').notNull(),
  pausedOn: text('paused_on'),
  ended: bool('ended').notNull().default(false),
  openFrom: text('open_from'),
  comesUp: text('comes_up'),
});

export const orderScheduleDates = sqliteTable('order_schedule_dates', {
  scheduleSeq: integer('schedule_seq').notNull(),
  date: text('date').notNull(),
  since: text('since').notNull(),
  orderSeq: integer('order_seq'),
});

export const orderDays = sqliteTable('order_days', {
  workspaceSeq: integer('workspace_seq').notNull(),
  date: text('date').notNull(),
  statusId: text('status_id').notNull(),
  orders: integer('orders').notNull(),
  revenue: integer('revenue').notNull(),
  paid: integer('paid').notNull(),
  owed: integer('owed').notNull(),
  partial: integer('partial').notNull(),
  newest: integer('newest').notNull().default(0),
});

export const orderMonths = sqliteTable('order_months', {
  workspaceSeq: integer('workspace_seq').notNull(),
  month: text('month').notNull(),
  statusId: text('status_id').notNull(),
  orders: integer('orders').notNull(),
  newest: integer('newest').notNull(),
});

export const itemDays = sqliteTable('item_days', {
  workspaceSeq: integer('workspace_seq').notNull(),
  date: text('date').notNull(),
  statusId: text('status_id').notNull(),
  name: text('name').notNull(),
  lines: integer('lines').notNull(),
  pieces: integer('pieces').notNull(),
  thousandths: integer('thousandths').notNull(),
  amount: integer('amount').notNull(),
});

export const ordersMade = sqliteTable('orders_made', {
  workspaceSeq: integer('workspace_seq').notNull(),
  quarter: integer('quarter').notNull(),
  orders: integer('orders').notNull(),
});

export const owedClosings = sqliteTable('owed_closings', {
  workspaceSeq: integer('workspace_seq').notNull(),
  at: integer('at').notNull(),
  statusId: text('status_id').notNull(),
  owed: integer('owed').notNull(),
});

export const orderKinds = sqliteTable('order_kinds', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  source: text('source').notNull(),
  statusId: text('status_id').notNull(),
  paymentStatus: text('payment_status').notNull(),
  platform: text('platform').notNull(),
  named: bool('named').notNull(),
  orders: integer('orders').notNull(),
  deleted: integer('deleted').notNull(),
});

export const searchChanges = sqliteTable('search_changes', {
  number: integer('number').primaryKey(),
  orderSeq: integer('order_seq').notNull(),
  nonce: text('nonce').notNull().default(sql`(hex(randomblob(8)))`),
  forgets: bool('forgets').notNull().default(false),
  /** True if the order's search text or client has changed. */
  textChanged: bool('text_changed').notNull().default(true),
});

export const ORDER_CHANGES = [
  'created',
  'updated',
  'status_changed',
  'payment_recorded',
  'payment_added',
  'payment_confirmed',
  'payment_edited',
  'payment_refunded',
  'payment_deleted',
  'deleted',
  'restored',
] as const;

export const orderHistory = sqliteTable('order_history', {
  orderSeq: integer('order_seq').notNull(),
  version: integer('version').notNull(),
  kind: text('kind', { enum: ORDER_CHANGES }).notNull(),
  ...byActor,
  at: integer('at').notNull(),
  eventSeq: integer('event_seq'),
  workspaceSeq: integer('workspace_seq').notNull(),
  changes: text('changes'),
});

export const payments = sqliteTable('payments', {
  ...ofWorkspace,
  orderSeq: integer('order_seq').notNull(),
  source: text('source').notNull(),
  externalId: text('external_id'),
  /**
   * The payment's former externalId. Another payment may have it now, because this payment's order was deleted or its
   * import was undone.
   */
  freedId: text('freed_id'),
  fingerprint: text('fingerprint').notNull(),
  status: text('status', { enum: PAYMENT_STATES }).notNull(),
  amount: integer('amount').notNull(),
  refundedAmount: integer('refunded_amount').notNull(),
  currency: text('currency').notNull(),
  paidAt: integer('paid_at').notNull(),
  paymentMethod: text('payment_method'),
  providerData: text('provider_data'),
  extra: text('extra'),
  createdAt: integer('created_at').notNull(),
  /** True if the payment's order is deleted. The insert sets this value, and a trigger updates it. */
  orderDeleted: bool('order_deleted').notNull().default(false),
});

export const refunds = sqliteTable('refunds', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  paymentSeq: integer('payment_seq').notNull(),
  amount: integer('amount').notNull(),
  method: text('method'),
  at: integer('at').notNull(),
  /** The id of the refund's row in the imported file. All refunds from one row have the same id. */
  externalId: text('external_id'),
  importSeq: integer('import_seq'),
});

export const inquiries = sqliteTable('inquiries', {
  ...ofWorkspace,
  source: text('source').notNull(),
  idempotencyKey: text('idempotency_key'),
  fingerprint: bytes('fingerprint').notNull(),
  version: integer('version').notNull(),
  stageId: text('stage_id').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  orderSeq: integer('order_seq'),
  payload: text('payload').notNull(),
});

export const inquiryDays = sqliteTable('inquiry_days', {
  workspaceSeq: integer('workspace_seq').notNull(),
  stageId: text('stage_id').notNull(),
  day: integer('day').notNull(),
  inquiries: integer('inquiries').notNull(),
});

export const inquiryHistory = sqliteTable('inquiry_history', {
  inquirySeq: integer('inquiry_seq').notNull(),
  number: integer('number').notNull(),
  kind: text('kind', { enum: INQUIRY_KINDS }).notNull(),
  ...byActor,
  note: text('note'),
  changes: text('changes'),
  at: integer('at').notNull(),
});

export const inquirySettings = sqliteTable('inquiry_settings', {
  workspaceSeq: integer('workspace_seq').primaryKey(),
  titlePath: text('title_path'),
  phonePath: text('phone_path'),
  textPath: text('text_path'),
  staleHours: integer('stale_hours').notNull(),
});

export const events = sqliteTable('events', {
  ...ofWorkspace,
  orderSeq: integer('order_seq'),
  type: text('type').notNull(),
  body: text('body').notNull(),
  occurredAt: integer('occurred_at').notNull(),
});

export const orderFeed = sqliteTable('order_feed', {
  workspaceSeq: integer('workspace_seq').notNull(),
  number: integer('number').notNull(),
  orderSeq: integer('order_seq').notNull(),
  type: text('type', { enum: EVENT_TYPES }).notNull(),
  version: integer('version').notNull(),
  num: text('num').notNull(),
  occurredAt: integer('occurred_at').notNull(),
});

export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: uuid('id').notNull().unique(),
  workspaceSeq: integer('workspace_seq').notNull(),
  url: text('url').notNull(),
  events: text('events').notNull(),
  enabled: bool('enabled').notNull(),
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: integer('previous_secret_until'),
  failingSince: integer('failing_since'),
  warnedAt: integer('warned_at'),
  suspendedAt: integer('suspended_at'),
  removedAt: integer('removed_at'),
  resumedAfter: integer('resumed_after').notNull().default(0),
});

export const deliveries = sqliteTable('deliveries', {
  endpointSeq: integer('endpoint_seq').notNull(),
  eventSeq: integer('event_seq').notNull(),
  state: text('state', { enum: DELIVERY_STATES }).notNull(),
  attempts: integer('attempts').notNull(),
  dueAt: integer('due_at').notNull(),
  lastReason: text('last_reason'),
  lastHttpCode: integer('last_http_code'),
  lastAt: integer('last_at'),
});

export const waitingDeliveries = sqliteTable('waiting_deliveries', {
  endpointSeq: integer('endpoint_seq').primaryKey(),
  deliveries: integer('deliveries').notNull(),
});

export const webhookAttempts = sqliteTable('webhook_attempts', {
  endpointSeq: integer('endpoint_seq').notNull(),
  number: integer('number').notNull(),
  eventSeq: integer('event_seq').notNull(),
  kind: text('kind', { enum: ATTEMPT_KINDS }).notNull(),
  attempt: integer('attempt').notNull(),
  reason: text('reason'),
  httpCode: integer('http_code'),
  responseTime: integer('response_time').notNull(),
  response: text('response'),
  at: integer('at').notNull(),
});

export const webhookRequests = sqliteTable('webhook_requests', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  endpointSeq: integer('endpoint_seq').notNull(),
  eventSeq: integer('event_seq').notNull(),
  kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
  createdAt: integer('created_at').notNull(),
});

export const mails = sqliteTable('mails', {
  seq: integer('seq').primaryKey(),
  id: uuid('id').notNull().unique(),
  workspaceSeq: integer('workspace_seq'),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  link: text('link'),
  state: text('state', { enum: MAIL_STATES }).notNull(),
  attempts: integer('attempts').notNull(),
  dueAt: integer('due_at').notNull(),
  lastError: text('last_error'),
  createdAt: integer('created_at').notNull(),
  doneAt: integer('done_at'),
});

export const mailServer = sqliteTable('mail_server', {
  one: integer('one').primaryKey(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  tls: text('tls', { enum: MAIL_TLS }).notNull(),
  user: text('user'),
  sealedPassword: bytes('sealed_password'),
  sender: text('sender').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const auditLog = sqliteTable('audit_log', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  at: integer('at').notNull(),
  ...byActor,
  action: text('action').$type<AuditAction>().notNull(),
  subject: text('subject').notNull(),
  changes: text('changes'),
});

export const clients = sqliteTable('clients', {
  ...ofWorkspace,
  key: text('key').notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  email: text('email').notNull(),
  note: text('note').notNull(),
  mergedInto: integer('merged_into'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  searchText: text('search_text').notNull(),
  addresses: text('addresses').notNull().default(''),
});

export const clientDates = sqliteTable('client_dates', {
  seq: integer('seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  clientSeq: integer('client_seq').notNull(),
  day: text('day').notNull(),
  title: text('title').notNull(),
});

export const savedViews = sqliteTable('saved_views', {
  ...ofWorkspace,
  personSeq: integer('person_seq').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const products = sqliteTable('products', {
  ...ofWorkspace,
  externalId: text('external_id').notNull(),
  name: text('name').notNull(),
  sku: text('sku'),
  quantity: integer('quantity').notNull(),
  searchText: text('search_text').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  price: integer('price'),
  category: text('category'),
  warnBelow: integer('warn_below'),
  version: integer('version').notNull().default(1),
  barcode: text('barcode'),
  picture: integer('picture'),
});

export const productPictures = sqliteTable('product_pictures', {
  productSeq: integer('product_seq').primaryKey(),
  type: text('type', { enum: PICTURE_TYPES }).notNull(),
  image: bytes('image').notNull(),
});

export const stockMovements = sqliteTable('stock_movements', {
  ...ofWorkspace,
  productSeq: integer('product_seq').notNull(),
  delta: integer('delta').notNull(),
  quantityAfter: integer('quantity_after').notNull(),
  kind: text('kind', { enum: MOVEMENT_KINDS }).notNull(),
  reason: text('reason'),
  orderSeq: integer('order_seq'),
  ...byActor,
  at: integer('at').notNull(),
  stocktakeSeq: integer('stocktake_seq'),
});

export const stocktakes = sqliteTable('stocktakes', {
  ...ofWorkspace,
  actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
  actorId: text('actor_id'),
  startedAt: integer('started_at').notNull(),
  appliedAt: integer('applied_at'),
  counted: integer('counted').notNull().default(0),
  differing: integer('differing').notNull().default(0),
  surplus: integer('surplus').notNull().default(0),
  shortage: integer('shortage').notNull().default(0),
  doing: text('doing', { enum: ['apply', 'drop'] }),
  doneTo: integer('done_to').notNull().default(0),
  byType: text('by_type', { enum: ACTOR_TYPES }),
  byId: text('by_id'),
});

export const stocktakeCounts = sqliteTable('stocktake_counts', {
  stocktakeSeq: integer('stocktake_seq').notNull(),
  productSeq: integer('product_seq').notNull(),
  counted: integer('counted').notNull(),
  expected: integer('expected').notNull(),
  worth: integer('worth').notNull().default(0),
});

export const dayCloses = sqliteTable('day_closes', {
  ...ofWorkspace,
  day: text('day').notNull(),
  timeZone: zone('time_zone').notNull(),
  methods: text('methods').notNull(),
  notByName: text('not_by_name').notNull(),
  received: integer('received').notNull(),
  refunded: integer('refunded').notNull(),
  cashReceived: integer('cash_received').notNull(),
  cashRefunded: integer('cash_refunded').notNull(),
  opening: integer('opening').notNull(),
  counted: integer('counted').notNull(),
  note: text('note'),
  actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
  actorId: text('actor_id'),
  at: integer('at').notNull(),
});

/**
 * The maximum span of a row of money_days. It must equal the limit in the table's CHECK, because queries look no
 * further back.
 */
export const LONGEST_MONEY_DAY_MS = 259_200_000;
export const moneyDays = sqliteTable('money_days', {
  workspaceSeq: integer('workspace_seq').notNull(),
  fromMs: integer('from_ms').notNull(),
  beforeMs: integer('before_ms').notNull(),
  sums: text('sums'),
});

export const stockWriteOffs = sqliteTable('stock_write_offs', {
  orderSeq: integer('order_seq').primaryKey(),
  workspaceSeq: integer('workspace_seq').notNull(),
  statusId: text('status_id').notNull(),
  version: integer('version').notNull(),
  at: integer('at').notNull(),
  productsChanged: integer('products_changed', { mode: 'boolean' }).notNull().default(false),
});

export const imports = sqliteTable('imports', {
  ...ofWorkspace,
  kind: text('kind', { enum: IMPORT_KINDS }).notNull(),
  state: text('state', { enum: IMPORT_STATES }).notNull(),
  options: text('options').notNull(),
  digest: bytes('digest'),
  ...byActor,
  total: integer('total').notNull(),
  done: integer('done').notNull(),
  counts: text('counts').notNull(),
  createdAt: integer('created_at').notNull(),
  finishedAt: integer('finished_at'),
  match: text('match'),
});

export const importRows = sqliteTable('import_rows', {
  seq: integer('seq').primaryKey(),
  importSeq: integer('import_seq').notNull(),
  workspaceSeq: integer('workspace_seq').notNull(),
  reserves: text('reserves'),
  body: text('body').notNull(),
});

export const importMade = sqliteTable('import_made', {
  importSeq: integer('import_seq').notNull(),
  madeSeq: integer('made_seq').notNull(),
  version: integer('version').notNull().default(1),
  before: text('before'),
});

export const importUndos = sqliteTable('import_undos', {
  importSeq: integer('import_seq').primaryKey(),
  ...byActor,
  counts: text('counts').notNull(),
  createdAt: integer('created_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const writeProbe = sqliteTable('write_probe', {
  one: integer('one').primaryKey(),
  at: integer('at').notNull(),
});

export const installation = sqliteTable('installation', {
  one: integer('one').primaryKey(),
  id: bytes('id').notNull(),
  workspaceSeq: integer('workspace_seq'),
  cursorKey: bytes('cursor_key'),
  accessHeldAt: integer('access_held_at'),
});

export const clockSteps = sqliteTable('clock_steps', {
  seq: integer('seq').primaryKey(),
  at: integer('at').notNull(),
  byMs: integer('by_ms').notNull(),
});

export const retention = sqliteTable('retention', {
  one: integer('one').primaryKey(),
  eventsDays: integer('events_days'),
  attempts: integer('attempts'),
  callsDays: integer('calls_days').notNull(),
  mailsDays: integer('mails_days'),
  sessionsDays: integer('sessions_days').notNull(),
  judgedAt: integer('judged_at'),
});

export const orderRetention = sqliteTable('order_retention', {
  workspaceSeq: integer('workspace_seq').primaryKey(),
  years: integer('years').notNull(),
  beginsAt: integer('begins_at').notNull(),
  erasedUntil: integer('erased_until').notNull(),
});

export const FORGETTING_STEPS = [
  'imports',
  'orders',
  'inquiries',
  'clients',
  'mails',
  'answers',
  'history',
  'views',
  'reasons',
  'closes',
  'matches',
  'forms',
  'search',
  'file',
  'copies',
] as const;

export const forgettings = sqliteTable('forgettings', {
  ...ofWorkspace,
  hashes: text('hashes').notNull(),
  step: text('step', { enum: FORGETTING_STEPS }).notNull(),
  place: text('place').notNull(),
  counts: text('counts').notNull(),
  again: bool('again').notNull(),
  auditSeq: integer('audit_seq'),
  begunAt: integer('begun_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const forgottenOrders = sqliteTable('forgotten_orders', {
  forgettingSeq: integer('forgetting_seq').notNull(),
  orderSeq: integer('order_seq').notNull(),
});

export const tableSizes = sqliteTable('table_sizes', {
  day: integer('day').notNull(),
  kind: text('kind').notNull(),
  rows: integer('rows').notNull(),
  bytes: integer('bytes').notNull(),
});

export const backupSettings = sqliteTable('backup_settings', {
  one: integer('one').primaryKey(),
  target: text('target'),
  dailyAt: text('daily_at'),
  keep: integer('keep'),
  keepDays: integer('keep_days'),
  endpoint: text('endpoint'),
  region: text('region'),
  accessKey: text('access_key'),
  sealedSecret: bytes('sealed_secret'),
  marked: text('marked'),
  restoredAt: integer('restored_at'),
  asks: bool('asks').notNull().default(false),
  sheetKey: text('sheet_key'),
});

export const backups = sqliteTable('backups', {
  seq: integer('seq').primaryKey(),
  id: uuid('id').notNull().unique(),
  cause: text('cause', { enum: BACKUP_CAUSES }).notNull(),
  target: text('target').notNull(),
  name: text('name'),
  outcome: text('outcome', { enum: BACKUP_OUTCOMES }).notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
  bytes: integer('bytes'),
  sha256: text('sha256'),
  schemaVersion: integer('schema_version'),
  counts: text('counts'),
  reason: text('reason'),
});
