/**
 * What every other folder stands on: time, chance, ids, money, dates, JSON bounds, errors, settings, log.
 * Must never: know an order, a table or a route, or import anything of src outside this folder.
 */
import './production.ts';

export { type BackupSchedule, parseBackupSchedule, sayBackupSchedule } from './backup-schedule.ts';
export {
  type Clients,
  cameByProxy,
  createClients,
  type DistrustedProxy,
  LOCAL_NETWORKS,
  type Networks,
  parseNetworks,
} from './client-address.ts';
export { ENVIRONMENTS, type Environment, type Given, type GivenMail, type ServeConfig } from './config.ts';
export {
  CSV_BOUNDS,
  type CsvFault,
  type CsvRecord,
  csvCell,
  findSeparator,
  isCsvBound,
  plainText,
  readCsv,
  readCsvInSteps,
} from './csv.ts';
export {
  copyOpen,
  giveToOwner,
  linkOrCopy,
  makeFolder,
  makeOwnFile,
  makePrivate,
  OWN_FILE,
  replaceFile,
  stampOf,
  syncFile,
  syncFolderOf,
  writeSynced,
} from './durable-files.ts';
export { emailKey } from './email-key.ts';
export type { DashboardErrorKind, ErrorKind, PublicErrorKind } from './error-kinds.ts';
export {
  AppError,
  BackupError,
  backupRefusal,
  type ErrorDetails,
  type Issue,
  MAX_COUNTED,
  MAX_ISSUES,
  orderNotFound,
  UsageError,
  validationFailed,
} from './errors.ts';
export { FAILURE_REASONS, type FailureReason, reasonOfLookupError } from './failure-reason.ts';
export { type FieldRule, type FieldRuleName, type FieldRuleParams, fieldText } from './field-rules.ts';
export { type GotText, getText } from './get-text.ts';
export { giveWay } from './give-way.ts';
export { bytesToUuid, createIdSource, firstIdAt, isUuid, type NewId, uuidToBytes } from './ids.ts';
export {
  canonicalJson,
  charCount,
  fitsChars,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  measureJson,
  memberText,
  parseExact,
  parseLegible,
  parseStored,
} from './json.ts';
export {
  createLog,
  LOG_FORMATS,
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogFormat,
  type LogLevel,
  silentLog,
} from './log.ts';
export {
  createMailer,
  describeMailServer,
  isLoopbackHost,
  type Mail,
  type Mailer,
  type MailResult,
  type MailServer,
  type MailSettings,
  type MailStep,
} from './mailer.ts';
export { watchEventLoop } from './metrics/event-loop.ts';
export { type Counter, createMetrics, type Histogram, type Metrics, type Reading } from './metrics/registry.ts';
export { METRICS_TYPE, type Sample } from './metrics/text-format.ts';
export {
  type AmountFault,
  lineAmount,
  MAX_KOPECKS,
  MAX_ROUBLES,
  MAX_THOUSANDTHS,
  parseQuantity,
  parseRoubles,
  toPieces,
  toRoubles,
} from './money.ts';
export { beginNetworkThread } from './network-thread.ts';
export { networkOf, networksOf } from './networks.ts';
export { type ObjectStore, type ObjectStoreSettings, openObjectStore, type StoredObject } from './object-store.ts';
export {
  askNoProxy,
  createOutbound,
  type DestinationCheck,
  type Outbound,
  type OutboundRequest,
  type OutboundResult,
  type OutboundSettings,
} from './outbound.ts';
export { amongFiles, isRoot, openToHandOn, ownFolder, ownPath } from './own-path.ts';
export { type PasskeySite, passkeySiteOf } from './passkey-site.ts';
export { portOf } from './port-of.ts';
export { type Random, systemRandom } from './random.ts';
export { type BodyBounds, type FileBounds, readFileBody, readJsonBody } from './read-json-body.ts';
export {
  PLACE_TROUBLES,
  type PlaceTrouble,
  type Refusal,
  type RefusalName,
  type RefusalOf,
  type RefusalParams,
  refusalText,
} from './refusals.ts';
export { resolveName, within } from './resolve.ts';
export { inLine, isScalar, scalarText } from './scalar.ts';
export { SEAL_KEY_BYTES, seal, unseal } from './seal.ts';
export { hashPassword, hashToken, sameSecret, tokenText, verifyPassword } from './secrets.ts';
export { openServiceManager, type ServiceManager } from './service-manager.ts';
export {
  parseChoice,
  parseDuration,
  parseDurations,
  parsePort,
  parsePublicUrl,
  parseSwitch,
  parseWhole,
} from './settings.ts';
export { hasSpareFiles } from './spare-files.ts';
export { createThrottle, type Limit, limitOf, type Pace, type Throttle } from './throttle.ts';
export { type Clock, systemClock } from './time/clock.ts';
export { addDays, dayInZone, dayStarts, instantOf, isTimeZone, startOfDay } from './time/days.ts';
export { isCalendarDay, isTimeOfDay, parseInstant, toIso, toIsoOrNull, type ZonedInstant } from './time/instants.ts';
export { codeAt, fromBase32, stepAt, toBase32 } from './totp.ts';
export { COMMIT, IS_EXECUTABLE, RELEASE_KEY, TARGET, VERSION } from './version.ts';
export {
  ALGORITHMS,
  type Assertion,
  type Attestation,
  challengeIn,
  type NewCredential,
  readAssertion,
  readAttestation,
} from './webauthn.ts';
export type { World } from './world.ts';
