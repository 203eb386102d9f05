import { tableOfClients } from './clients/csv.ts';
import { readClient, readClients } from './clients/readings.ts';
import { fileOfClient } from './clients-data/readings.ts';
import { tableOfHistory } from './history/csv.ts';
import { readHistory } from './history/readings.ts';
import { previewOfFile, previewOfUndo } from './imports/readings.ts';
import { readInquiry } from './inquiries/readings.ts';
import { readOffers } from './orders/offers.ts';
import {
  readBoard,
  readChoices,
  readCouriers,
  readDay,
  readDeliveries,
  readFound,
  readKnownClients,
  readList,
  readListSums,
  readOwnActs,
  tableOfOrders,
} from './orders/readings.ts';
import { tableOfSchedules } from './orders/schedule-csv.ts';
import { readPrices, readSchedules } from './orders/schedule-readings.ts';
import { readLargePage } from './orders/whole-order.ts';
import { readShop } from './overview/readings.ts';
import { tableOfPayments } from './payments/csv.ts';
import { readPaymentSums, readPayments } from './payments/readings.ts';
import { readClosedDays, readTillDay, readTillSums, tableOfCloses } from './payments/till-readings.ts';
import { tableOfReport } from './reports/csv.ts';
import { readReport, readReportItems } from './reports/readings.ts';
import { readNumbers } from './settings/readings.ts';
import { readStart } from './start/readings.ts';
import { tableOfProducts } from './stock/csv.ts';
import { readStock, readStocktake } from './stock/readings.ts';
import { tableOfStocktake } from './stock/stocktake-csv.ts';
import { readMissed, readMissedSteps } from './webhooks/reading/missed.ts';

export const READINGS = [
  readList,
  readListSums,
  readBoard,
  readChoices,
  readDay,
  readDeliveries,
  readFound,
  readKnownClients,
  readCouriers,
  readOwnActs,
  readLargePage,
  readInquiry,
  readSchedules,
  readPrices,
  readShop,
  readStart,
  readPayments,
  readPaymentSums,
  readTillDay,
  readTillSums,
  readClosedDays,
  readReport,
  readReportItems,
  readStock,
  readOffers,
  readStocktake,
  readClients,
  readClient,
  readHistory,
  readNumbers,
  readMissed,
  readMissedSteps,
  previewOfFile,
  previewOfUndo,
] as const;
export const TEXT_READINGS = [
  tableOfOrders,
  tableOfSchedules,
  tableOfPayments,
  tableOfCloses,
  tableOfReport,
  tableOfProducts,
  tableOfStocktake,
  tableOfClients,
  tableOfHistory,
  fileOfClient,
] as const;
