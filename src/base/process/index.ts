/**
 * The process itself: version, environment, its service manager, turns of the event loop.
 * Must never: read a setting.
 */

export { watchFiles } from './file-shortage.ts';
export { giveWay } from './give-way.ts';
export { rested, withRest } from './rests.ts';
export { openServiceManager, type ServiceManager } from './service-manager.ts';
export { beginThread, expectCallers } from './threads.ts';
export {
  filterInSteps,
  firstPart,
  inParts,
  inSlices,
  inTurns,
  isStepOver,
  nextTurn,
  type Parts,
  type SizedRow,
  type Steps,
  sortInSteps,
  stepParts,
  writeParts,
} from './turns.ts';
export { COMMIT, IS_EXECUTABLE, RELEASE_KEY, TARGET, VERSION } from './version.ts';
