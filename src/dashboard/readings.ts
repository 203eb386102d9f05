import { tableOfHistory } from './history/csv.ts';
import { previewOfFile } from './imports/readings.ts';
import { readDay, readList, tableOfOrders } from './orders/readings.ts';
import { readShop } from './overview/readings.ts';
import { tableOfProducts } from './stock/csv.ts';

/** All that may be read in a thread of its own. */
export const READINGS = [readList, readDay, readShop, previewOfFile] as const;
export const TEXT_READINGS = [tableOfOrders, tableOfProducts, tableOfHistory] as const;
