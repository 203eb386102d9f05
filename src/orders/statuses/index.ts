/**
 * The set of statuses that a workspace's orders may be in: the virtual four, or its own; each change of it, with its row of audit.
 * May know: tables, the audit, and what stands below. Must never: know an order, or which status one is in.
 */
export { addStatus, dropStatus, getRemovable, makeStatusesOwn, moveStatus, updateStatus } from './change-set.ts';
export { invalidStatus } from './status-errors.ts';
export {
  findActiveStatus,
  hasWriteOffs,
  INITIAL_STATUS_ID,
  type ListedStatus,
  listOwnStatuses,
  listStatuses,
  writesOffStock,
} from './statuses.ts';
