/**
 * The base of every other folder: time, randomness, ids, money, dates, JSON bounds, errors, settings, log.
 * Must never: know an order, a table or a route, or import anything of src outside this folder.
 */
import './process/production.ts';

export * from './crypto/index.ts';
export {
  CSV_BOUNDS,
  type CsvFault,
  type CsvRecord,
  csvCell,
  csvGuard,
  isCsvBound,
  plainText,
  readCsvFile,
} from './csv.ts';
export * from './errors/index.ts';
export * from './files/index.ts';
export * from './ids/index.ts';
export * from './json/index.ts';
export { LANGUAGES, type Language, localeOf, toLanguage } from './language.ts';
export {
  createLanes,
  createPlaces,
  createSlots,
  createTextSlots,
  createThrottle,
  type Limit,
  limitOf,
  once,
  type Pace,
  type Places,
  type SlotHolder,
  type Slots,
  type TextSlots,
  type Throttle,
} from './limits/index.ts';
export {
  createLog,
  LOG_FORMATS,
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogLevel,
  logLine,
  type ServerLog,
  silentLog,
} from './log.ts';
export * from './mail/index.ts';
export * from './metrics/index.ts';
export * from './money/index.ts';
export { nearestName, nearestWords } from './nearest-words.ts';
export * from './net/index.ts';
export { phoneKey } from './phone-key.ts';
export * from './pictures/index.ts';
export { mayHavePhoneKey } from './possible-phone-keys.ts';
export * from './process/index.ts';
export * from './settings/index.ts';
export * from './time/index.ts';
export { visible } from './visible.ts';
export type { World } from './world.ts';
export { type XmlHandler, xmlSteps } from './xml.ts';
