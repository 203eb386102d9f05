/**
 * A client's rights: all that is known of them as one file, and forgetting them, now and after a backup was put back.
 * Must never: keep a phone or an address of a forgotten client, or take away a sum.
 */
export { forgetAgain, workOffForgettings } from './again.ts';
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
} from './forgetting.ts';
export type { FileSteps } from './work-off.ts';
