import type { Database } from 'bun:sqlite';
import init from '../../../migrations/0001_init.sql' with { type: 'text' };
import webhookDeliveries from '../../../migrations/0002_webhook_deliveries.sql' with { type: 'text' };
import sessions from '../../../migrations/0003_sessions.sql' with { type: 'text' };
import desk from '../../../migrations/0004_desk.sql' with { type: 'text' };
import overview from '../../../migrations/0005_overview.sql' with { type: 'text' };
import statusesAndStock from '../../../migrations/0006_statuses_and_stock.sql' with { type: 'text' };
import people from '../../../migrations/0007_people.sql' with { type: 'text' };
import inquiryFlow from '../../../migrations/0008_inquiry_flow.sql' with { type: 'text' };
import passkeys from '../../../migrations/0009_passkeys.sql' with { type: 'text' };
import mailServer from '../../../migrations/0010_mail_server.sql' with { type: 'text' };
import backups from '../../../migrations/0011_backups.sql' with { type: 'text' };
import inquiriesInHistory from '../../../migrations/0012_inquiries_in_history.sql' with { type: 'text' };
import numbersUsedOnce from '../../../migrations/0013_numbers_used_once.sql' with { type: 'text' };
import installation from '../../../migrations/0014_installation.sql' with { type: 'text' };
import platformIsAText from '../../../migrations/0015_platform_is_a_text.sql' with { type: 'text' };
import trustedDevices from '../../../migrations/0016_trusted_devices.sql' with { type: 'text' };
import invitations from '../../../migrations/0017_invitations.sql' with { type: 'text' };
import mailedInvitations from '../../../migrations/0018_mailed_invitations.sql' with { type: 'text' };
import orderSums from '../../../migrations/0019_order_sums.sql' with { type: 'text' };
import sentForms from '../../../migrations/0020_sent_forms.sql' with { type: 'text' };
import retention from '../../../migrations/0021_retention.sql' with { type: 'text' };
import historyByActor from '../../../migrations/0022_history_by_actor.sql' with { type: 'text' };
import narrowLists from '../../../migrations/0023_narrow_lists.sql' with { type: 'text' };
import orderKinds from '../../../migrations/0024_order_kinds.sql' with { type: 'text' };
import ordersByKind from '../../../migrations/0025_orders_by_kind.sql' with { type: 'text' };
import imports from '../../../migrations/0026_imports.sql' with { type: 'text' };
import orderSearch from '../../../migrations/0027_order_search.sql' with { type: 'text' };
import inquirySums from '../../../migrations/0028_inquiry_sums.sql' with { type: 'text' };
import longPeriods from '../../../migrations/0029_long_periods.sql' with { type: 'text' };
import searchedDigits from '../../../migrations/0030_searched_digits.sql' with { type: 'text' };
import waitingDeliveries from '../../../migrations/0031_waiting_deliveries.sql' with { type: 'text' };
import productSearch from '../../../migrations/0032_product_search.sql' with { type: 'text' };
import identity from '../../../migrations/0033_identity.sql' with { type: 'text' };
import ordersByPrice from '../../../migrations/0034_orders_by_price.sql' with { type: 'text' };
import searchedContents from '../../../migrations/0035_searched_contents.sql' with { type: 'text' };
import paper from '../../../migrations/0036_paper.sql' with { type: 'text' };
import mergedInSteps from '../../../migrations/0037_merged_in_steps.sql' with { type: 'text' };
import countedSinceResume from '../../../migrations/0038_counted_since_resume.sql' with { type: 'text' };
import cursorKey from '../../../migrations/0039_cursor_key.sql' with { type: 'text' };
import repeatedCalls from '../../../migrations/0040_repeated_calls.sql' with { type: 'text' };
import orderFeed from '../../../migrations/0041_order_feed.sql' with { type: 'text' };
import sentKeys from '../../../migrations/0042_sent_keys.sql' with { type: 'text' };
import freedPaymentIds from '../../../migrations/0043_freed_payment_ids.sql' with { type: 'text' };
import clockSteps from '../../../migrations/0044_clock_steps.sql' with { type: 'text' };
import wholeAddresses from '../../../migrations/0045_whole_addresses.sql' with { type: 'text' };
import knownNetworks from '../../../migrations/0046_known_networks.sql' with { type: 'text' };
import longRecoveryCodes from '../../../migrations/0047_long_recovery_codes.sql' with { type: 'text' };
import backupSettings from '../../../migrations/0048_backup_settings.sql' with { type: 'text' };
import workspaceAccess from '../../../migrations/0049_workspace_access.sql' with { type: 'text' };
import heldAccess from '../../../migrations/0050_held_access.sql' with { type: 'text' };
import noKeptChallenges from '../../../migrations/0051_no_kept_challenges.sql' with { type: 'text' };
import { fillEmailKeys } from './email-keys.ts';
import { fillClosings } from './fill-closings.ts';
import { indexAllOrders, indexAllProducts } from './index-orders.ts';
import { rebuildKinds } from './order-kinds.ts';
import { fillSearchText, refillSearchText } from './search-text.ts';

/** One step of the schema: a file of migrations/, embedded in the executable. */
export interface Migration {
  /** 1, 2, 3 … without a gap: the schema version after it. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL alone cannot work out, after it and in the same transaction. */
  readonly fill?: (client: Database) => void;
}

function searchContents(client: Database): void {
  refillSearchText(client);
  indexAllOrders(client);
}

/** In order; a test holds the list against the folder. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: '0001_init', sql: init },
  { version: 2, name: '0002_webhook_deliveries', sql: webhookDeliveries },
  { version: 3, name: '0003_sessions', sql: sessions },
  { version: 4, name: '0004_desk', sql: desk, fill: fillSearchText },
  { version: 5, name: '0005_overview', sql: overview },
  { version: 6, name: '0006_statuses_and_stock', sql: statusesAndStock },
  { version: 7, name: '0007_people', sql: people },
  { version: 8, name: '0008_inquiry_flow', sql: inquiryFlow },
  { version: 9, name: '0009_passkeys', sql: passkeys },
  { version: 10, name: '0010_mail_server', sql: mailServer },
  { version: 11, name: '0011_backups', sql: backups },
  { version: 12, name: '0012_inquiries_in_history', sql: inquiriesInHistory },
  { version: 13, name: '0013_numbers_used_once', sql: numbersUsedOnce },
  { version: 14, name: '0014_installation', sql: installation },
  { version: 15, name: '0015_platform_is_a_text', sql: platformIsAText },
  { version: 16, name: '0016_trusted_devices', sql: trustedDevices },
  { version: 17, name: '0017_invitations', sql: invitations, fill: fillEmailKeys },
  { version: 18, name: '0018_mailed_invitations', sql: mailedInvitations },
  { version: 19, name: '0019_order_sums', sql: orderSums, fill: fillClosings },
  { version: 20, name: '0020_sent_forms', sql: sentForms },
  { version: 21, name: '0021_retention', sql: retention },
  { version: 22, name: '0022_history_by_actor', sql: historyByActor },
  { version: 23, name: '0023_narrow_lists', sql: narrowLists },
  { version: 24, name: '0024_order_kinds', sql: orderKinds, fill: rebuildKinds },
  { version: 25, name: '0025_orders_by_kind', sql: ordersByKind },
  { version: 26, name: '0026_imports', sql: imports },
  { version: 27, name: '0027_order_search', sql: orderSearch },
  { version: 28, name: '0028_inquiry_sums', sql: inquirySums },
  { version: 29, name: '0029_long_periods', sql: longPeriods },
  // The index that step 27 has brought is filled here.
  { version: 30, name: '0030_searched_digits', sql: searchedDigits, fill: indexAllOrders },
  { version: 31, name: '0031_waiting_deliveries', sql: waitingDeliveries },
  { version: 32, name: '0032_product_search', sql: productSearch, fill: indexAllProducts },
  { version: 33, name: '0033_identity', sql: identity },
  { version: 34, name: '0034_orders_by_price', sql: ordersByPrice },
  { version: 35, name: '0035_searched_contents', sql: searchedContents, fill: searchContents },
  { version: 36, name: '0036_paper', sql: paper },
  { version: 37, name: '0037_merged_in_steps', sql: mergedInSteps },
  { version: 38, name: '0038_counted_since_resume', sql: countedSinceResume },
  { version: 39, name: '0039_cursor_key', sql: cursorKey },
  { version: 40, name: '0040_repeated_calls', sql: repeatedCalls },
  { version: 41, name: '0041_order_feed', sql: orderFeed },
  { version: 42, name: '0042_sent_keys', sql: sentKeys },
  { version: 43, name: '0043_freed_payment_ids', sql: freedPaymentIds },
  { version: 44, name: '0044_clock_steps', sql: clockSteps },
  { version: 45, name: '0045_whole_addresses', sql: wholeAddresses, fill: fillEmailKeys },
  { version: 46, name: '0046_known_networks', sql: knownNetworks },
  { version: 47, name: '0047_long_recovery_codes', sql: longRecoveryCodes },
  { version: 48, name: '0048_backup_settings', sql: backupSettings },
  { version: 49, name: '0049_workspace_access', sql: workspaceAccess },
  { version: 50, name: '0050_held_access', sql: heldAccess },
  { version: 51, name: '0051_no_kept_challenges', sql: noKeptChallenges },
];

export const SCHEMA_VERSION = MIGRATIONS.length;
