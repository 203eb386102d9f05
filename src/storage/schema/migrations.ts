import type { Database } from 'bun:sqlite';
import baseline from '../../../migrations/0051_baseline.sql' with { type: 'text' };
import browsersKeep from '../../../migrations/0052_browsers_keep.sql' with { type: 'text' };
import sealed from '../../../migrations/0053_sealed_secrets.sql' with { type: 'text' };
import oneShapeOfSteps from '../../../migrations/0054_one_shape_of_steps.sql' with { type: 'text' };
import importMatch from '../../../migrations/0055_import_match.sql' with { type: 'text' };
import longTextsLast from '../../../migrations/0056_long_texts_last.sql' with { type: 'text' };
import mapService from '../../../migrations/0057_map_service.sql' with { type: 'text' };
import deletedWalked from '../../../migrations/0058_deleted_orders_are_walked.sql' with { type: 'text' };
import slots from '../../../migrations/0059_slots.sql' with { type: 'text' };
import productsChanged from '../../../migrations/0060_products_changed.sql' with { type: 'text' };
import historyRows from '../../../migrations/0061_history_rows.sql' with { type: 'text' };
import refunds from '../../../migrations/0062_refunds.sql' with { type: 'text' };
import moreRoles from '../../../migrations/0063_more_roles.sql' with { type: 'text' };
import keysByEnd from '../../../migrations/0064_keys_by_end.sql' with { type: 'text' };
import searchApart from '../../../migrations/0065_search_apart.sql' with { type: 'text' };
import forgettings from '../../../migrations/0066_forgettings.sql' with { type: 'text' };
import reports from '../../../migrations/0067_reports.sql' with { type: 'text' };
import clients from '../../../migrations/0068_clients.sql' with { type: 'text' };
import searchTexts from '../../../migrations/0069_search_texts.sql' with { type: 'text' };
import priceList from '../../../migrations/0070_price_list.sql' with { type: 'text' };
import reasonsGo from '../../../migrations/0071_reasons_go.sql' with { type: 'text' };
import productsPriced from '../../../migrations/0072_products_priced.sql' with { type: 'text' };
import importUndos from '../../../migrations/0073_import_undos.sql' with { type: 'text' };
import dayCloses from '../../../migrations/0074_day_closes.sql' with { type: 'text' };
import importsUndone from '../../../migrations/0075_imports_undone.sql' with { type: 'text' };
import barcodes from '../../../migrations/0076_barcodes.sql' with { type: 'text' };
import noValues from '../../../migrations/0077_no_values_as_headings.sql' with { type: 'text' };
import stocktakes from '../../../migrations/0078_stocktakes.sql' with { type: 'text' };
import orderSchedules from '../../../migrations/0079_order_schedules.sql' with { type: 'text' };
import stocktakesInSteps from '../../../migrations/0080_stocktakes_in_steps.sql' with { type: 'text' };
import keyedClientIds from '../../../migrations/0081_keyed_client_ids.sql' with { type: 'text' };
import productPictures from '../../../migrations/0082_product_pictures.sql' with { type: 'text' };
import movementsByStocktake from '../../../migrations/0083_movements_by_stocktake.sql' with { type: 'text' };
import stagesInSteps from '../../../migrations/0084_stages_go_in_steps.sql' with { type: 'text' };
import paymentsOfDeletedOrders from '../../../migrations/0085_payments_of_deleted_orders.sql' with { type: 'text' };
import paymentImports from '../../../migrations/0086_payment_imports.sql' with { type: 'text' };
import noStatistics from '../../../migrations/0087_no_statistics.sql' with { type: 'text' };
import clientsByNumber from '../../../migrations/0088_clients_by_number.sql' with { type: 'text' };
import moneyDays from '../../../migrations/0089_money_days.sql' with { type: 'text' };
import paymentsWithoutTriggers from '../../../migrations/0090_payments_without_triggers.sql' with { type: 'text' };
import moneyDaysByOrder from '../../../migrations/0091_money_days_by_order.sql' with { type: 'text' };
import undosOfManyImports from '../../../migrations/0092_undos_of_many_imports.sql' with { type: 'text' };
import forgottenByOrder from '../../../migrations/0093_forgotten_by_order.sql' with { type: 'text' };
import reservedNumbersByImport from '../../../migrations/0094_reserved_numbers_by_import.sql' with { type: 'text' };
import { keyClientIds } from './key-client-ids.ts';
import { sealSecrets } from './seal-secrets.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** The work that SQL alone cannot do. It runs after the SQL, in the same transaction. */
  readonly fill?: (client: Database) => void;
}

/**
 * The migrations in order. A test compares the list with the folder. The first one creates the whole schema of version
 * 51. Older databases are refused, because no older version was released.
 */
export const MIGRATIONS: readonly Migration[] = [
  { version: 51, name: '0051_baseline', sql: baseline },
  { version: 52, name: '0052_browsers_keep', sql: browsersKeep },
  { version: 53, name: '0053_sealed_secrets', sql: sealed, fill: sealSecrets },
  { version: 54, name: '0054_one_shape_of_steps', sql: oneShapeOfSteps },
  { version: 55, name: '0055_import_match', sql: importMatch },
  { version: 56, name: '0056_long_texts_last', sql: longTextsLast },
  { version: 57, name: '0057_map_service', sql: mapService },
  { version: 58, name: '0058_deleted_orders_are_walked', sql: deletedWalked },
  { version: 59, name: '0059_slots', sql: slots },
  { version: 60, name: '0060_products_changed', sql: productsChanged },
  { version: 61, name: '0061_history_rows', sql: historyRows },
  { version: 62, name: '0062_refunds', sql: refunds },
  { version: 63, name: '0063_more_roles', sql: moreRoles },
  { version: 64, name: '0064_keys_by_end', sql: keysByEnd },
  { version: 65, name: '0065_search_apart', sql: searchApart },
  { version: 66, name: '0066_forgettings', sql: forgettings },
  { version: 67, name: '0067_reports', sql: reports },
  { version: 68, name: '0068_clients', sql: clients },
  { version: 69, name: '0069_search_texts', sql: searchTexts },
  { version: 70, name: '0070_price_list', sql: priceList },
  { version: 71, name: '0071_reasons_go', sql: reasonsGo },
  { version: 72, name: '0072_products_priced', sql: productsPriced },
  { version: 73, name: '0073_import_undos', sql: importUndos },
  { version: 74, name: '0074_day_closes', sql: dayCloses },
  { version: 75, name: '0075_imports_undone', sql: importsUndone },
  { version: 76, name: '0076_barcodes', sql: barcodes },
  { version: 77, name: '0077_no_values_as_headings', sql: noValues },
  { version: 78, name: '0078_stocktakes', sql: stocktakes },
  { version: 79, name: '0079_order_schedules', sql: orderSchedules },
  { version: 80, name: '0080_stocktakes_in_steps', sql: stocktakesInSteps },
  { version: 81, name: '0081_keyed_client_ids', sql: keyedClientIds, fill: keyClientIds },
  { version: 82, name: '0082_product_pictures', sql: productPictures },
  { version: 83, name: '0083_movements_by_stocktake', sql: movementsByStocktake },
  { version: 84, name: '0084_stages_go_in_steps', sql: stagesInSteps },
  { version: 85, name: '0085_payments_of_deleted_orders', sql: paymentsOfDeletedOrders },
  { version: 86, name: '0086_payment_imports', sql: paymentImports },
  { version: 87, name: '0087_no_statistics', sql: noStatistics },
  { version: 88, name: '0088_clients_by_number', sql: clientsByNumber },
  { version: 89, name: '0089_money_days', sql: moneyDays },
  { version: 90, name: '0090_payments_without_triggers', sql: paymentsWithoutTriggers },
  { version: 91, name: '0091_money_days_by_order', sql: moneyDaysByOrder },
  { version: 92, name: '0092_undos_of_many_imports', sql: undosOfManyImports },
  { version: 93, name: '0093_forgotten_by_order', sql: forgottenByOrder },
  { version: 94, name: '0094_reserved_numbers_by_import', sql: reservedNumbersByImport },
];

export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

export function versionAfter(known: readonly Migration[]): number {
  return known.at(-1)?.version ?? 0;
}
