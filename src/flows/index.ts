/**
 * Ordered sets of steps that an owner defines: the statuses of orders and the stages of inquiries. Each change has its
 * audit row. May use: tables, the audit, and the modules below. Must never: depend on an order or an inquiry, or on the
 * step that one of them is on.
 */
export {
  addStep,
  dropStep,
  type FlowCtx,
  getRemovable,
  type NewStep,
  orderSteps,
  type StepPatch,
  updateStep,
} from './change-steps.ts';
export {
  INITIAL_STATUS_ID,
  INQUIRY_FLOW,
  ORDER_FLOW,
  type Step,
  VIRTUAL_STATUSES,
} from './flow.ts';
export { findOwnStep, listOwnSteps, listSteps } from './list-steps.ts';
