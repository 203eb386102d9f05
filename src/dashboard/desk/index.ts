/**
 * The base of every folder of the dashboard: who may call a route, the context of its handler, its possible answers.
 * Must never: know a folder of routes.
 */

export { Instant, nullable, Pieces, Roubles, shown } from '../../web/index.ts';
export { daysOfPeriod, isPeriod, PERIODS, type Period, weekOf } from '../shared/periods.ts';
export { createDesk, type Desk, group, requireProof } from './admission.ts';
export type { BackupDesk, RestoreReport, RestoreWish } from './backup-desk.ts';
export { type Cell, type Column, cellsOf, headingsOf } from './cells.ts';
export {
  addressFor,
  DASHBOARD_SOURCE,
  type FileCtx,
  keepWaiting,
  type MemberCtx,
  type VisitCtx,
} from './context.ts';
export { asDigits, columnsReading, pagesOf, type Rows, tableReading, tableResponse } from './csv.ts';
export type { DashboardDeps } from './deps.ts';
export { type Asker, deviceOf, endCookie, letIn, renewCookie, sessionNow, sessionOf } from './device.ts';
export type { LiveHub, Reader } from './live-hub.ts';
export { canMail, mailInForce, mailUrlOf } from './mail-in-force.ts';
export { idOfForm, makeOnce, SECRET } from './make-once.ts';
export { PictureText, pictureResponse, readPictureText } from './pictures.ts';
export type {
  Part,
  Parts,
  ReadingCtx,
  ReadingRequest,
  ReadingThread,
} from './reading-thread.ts';
export {
  answerAside,
  answerWithoutPlace,
  type Reading,
  readAside,
  readToTheEnd,
  type TextReading,
} from './readings.ts';
export { nameReceived, sweepReceived } from './received.ts';
export { createDashboardSlots, takeSlot } from './slots.ts';
export { type Texts, takeTexts } from './stream-of.ts';
export * from './wire.ts';
