/**
 * Workspaces with their plans and switches, the audit (who did what), and the installation, which the first workspace
 * owns. Must never: know an order, an inquiry, a webhook, or how people sign in.
 */
export { amendAudit, beginAudit, type Changes, diff, isSame, writeAudit, writeOwnAudit } from './audit.ts';
export {
  type Actor,
  type ActorCtx,
  type Authorship,
  type Ctx,
  hasAutomation,
  type ReadCtx,
  type Workspace,
  type WorkspaceCtx,
} from './context.ts';
export {
  addWorkspace,
  cleanNewWorkspace,
  createWorkspace,
  insertWorkspace,
  type NewWorkspace,
} from './create-workspace.ts';
export { cleanName } from './fields.ts';
export { findWorkspace, listWorkspaces, workspaceColumns, workspaceOf } from './find-workspace.ts';
export { accessHeldAt, openAccess, refuseWhileHeld } from './held-access.ts';
export { findFirstWorkspace } from './installation.ts';
export { findLogo, type Picture, removeLogo, setLogo } from './logo.ts';
export { namesOf } from './names-of.ts';
export { type ExportAction, noteExport } from './note-export.ts';
export { BYTES_SHOWN, CHANGES_SHOWN, countReadable, readNewest } from './readable-changes.ts';
export { readSlots, type Slot, writeSlots } from './slots.ts';
export { updateWorkspace, type WorkspacePatch } from './update-workspace.ts';
