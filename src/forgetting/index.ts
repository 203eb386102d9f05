/**
 * A client's rights: a file with all their data, and to be forgotten, even if a backup is restored later. Must never:
 * keep a phone or an address of a forgotten client, or remove a sum.
 */
export { forgetAgain, workOffForgettings, workOffWorkspace } from './again.ts';
export { clientFile } from './client-file.ts';
export {
  beginForgetting,
  type Client,
  contactsOf,
  FORGOTTEN_KINDS,
  type Forgetting,
  type ForgettingStep,
  listForgettings,
  listOpen,
  workspacesForgetting,
} from './forgetting.ts';
export type { FileSteps } from './work-off.ts';
export { createWorkTurns } from './work-turns.ts';
