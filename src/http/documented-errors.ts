import { AppError, type PublicErrorKind, validationFailed } from '../base/index.ts';

interface DocumentedError {
  /** The cause of the error and its effect on stored data. */
  readonly when: string;
  readonly example: AppError;
}

const ALLOWED = [
  { id: 'status-new', name: 'New' },
  { id: 'status-closed', name: 'Closed' },
];

/** The reference's entry for each error code of the public API. The server's own messages serve as examples. */
export const DOCUMENTED_ERRORS: Readonly<Record<PublicErrorKind, DocumentedError>> = {
  invalid_json: {
    when: 'The body is not JSON in UTF-8, or did not arrive whole within 30 seconds. `details` has the `line` and the `column` of the fault.',
    example: new AppError({ rule: 'body_not_json', line: 3, column: 15 }, { line: 3, column: 15 }),
  },
  bad_request: {
    when: 'The request has two `Host` headers, or two names in one. Nothing was read.',
    example: new AppError({ rule: 'one_host' }),
  },
  unauthorized: {
    when: 'The key is missing, malformed, unknown or no longer valid.',
    example: new AppError({ rule: 'key_needed' }),
  },
  scope_missing: {
    when: 'The key lacks the scope of the call. `details.scope` names it.',
    example: new AppError({ rule: 'scope_missing', scope: 'svc:orders:read' }, { scope: 'svc:orders:read' }),
  },
  plan_required: {
    when: 'The plan of the workspace is below Pro.',
    example: new AppError({ rule: 'plan_required' }),
  },
  api_disabled: {
    when: 'The API is switched off for the workspace.',
    example: new AppError({ rule: 'api_disabled' }),
  },
  inquiries_disabled: {
    when: 'Inquiries are switched off for the workspace.',
    example: new AppError({ rule: 'inquiries_disabled' }),
  },
  dev_environment_only: {
    when: 'The server does not run with `--environment dev`.',
    example: new AppError({ rule: 'dev_environment_only' }),
  },
  not_found: {
    when: 'There is nothing at this path.',
    example: new AppError({ rule: 'no_path' }),
  },
  order_not_found: {
    when: 'The workspace has no such order, or it was deleted.',
    example: new AppError({ rule: 'order_not_found' }),
  },
  method_not_allowed: {
    when: 'The path takes another method. The header `Allow` names it.',
    example: new AppError({ rule: 'method_not_allowed', allow: 'POST' }, { allow: 'POST' }),
  },
  order_key_conflict: {
    when: 'The key was used before with another payload. Nothing was stored.',
    example: new AppError({ rule: 'order_key_conflict' }),
  },
  inquiry_key_conflict: {
    when: 'The `Idempotency-Key` was used before with another payload. Nothing was stored.',
    example: new AppError({ rule: 'inquiry_key_conflict' }),
  },
  idempotency_key_conflict: {
    when: 'The `Idempotency-Key` was used before for another call or payload. Nothing was changed.',
    example: new AppError({ rule: 'idempotency_key_conflict' }),
  },
  order_status_conflict: {
    when: 'The order is not in `expectedStatusId`. `details.currentStatusId` says where it is. Nothing was changed.',
    example: new AppError({ rule: 'order_status_conflict' }, { currentStatusId: 'status-in-progress' }),
  },
  payment_key_conflict: {
    when: 'The `paymentId` belongs to a payment with other values, or of another order. `details.orderId` is the order that has it. Nothing was stored.',
    example: new AppError(
      { rule: 'payment_key_conflict' },
      { paymentId: 'bank-7741', orderId: '01977a3f-e2b4-7c90-8f15-6b7d20a4c3e1' },
    ),
  },
  payment_deleted: {
    when: 'The payment was recorded before, and deleted at the desk since. It was not recorded again.',
    example: new AppError({ rule: 'payment_deleted' }),
  },
  order_deleted: {
    when: 'The order that was made with this key was deleted since. It was not made again.',
    example: new AppError({ rule: 'order_deleted' }),
  },
  order_reference_conflict: {
    when: '`id` and `orderKey` lead to different orders. Nothing was changed.',
    example: new AppError({ rule: 'order_reference_conflict' }),
  },
  cursor_expired: {
    when: 'The cursor of the changes is older than the changes that are kept, or a backup was restored since.',
    example: new AppError({ rule: 'changes_cursor' }),
  },
  precondition_failed: {
    when: 'The order has another `ETag` than `If-Match` says. Your own call may have changed it. `details.currentEtag` has the present one. Nothing was changed.',
    example: new AppError({ rule: 'order_changed' }, { currentEtag: '"2"' }),
  },
  body_too_large: {
    when: 'The body is too large. `details.limit` says how many bytes it may have.',
    example: new AppError({ rule: 'body_too_large', limit: 1_048_576 }, { limit: 1_048_576 }),
  },
  unsupported_media_type: {
    when: 'The body is not sent as `application/json`, or is packed.',
    example: new AppError({ rule: 'send_json' }),
  },
  validation_failed: {
    when: 'Something in the body, the path, the query or a header is wrong. `details` names each field that was found.',
    example: validationFailed([{ path: 'products.0.price', rule: 'two_decimals' }]),
  },
  invalid_status: {
    when: '`statusId` is not an active status of the workspace. `details.allowed` has those that are, at most 20. Nothing was stored.',
    example: new AppError({ rule: 'invalid_status' }, { statusId: 'done', allowed: ALLOWED }),
  },
  invalid_cursor: {
    when: 'The cursor is not from this list with these filters.',
    example: new AppError({ rule: 'orders_cursor' }),
  },
  rate_limited: {
    when: 'Too many requests came at once. Wait the seconds in `Retry-After`.',
    example: new AppError({ rule: 'key_pace', perSecond: 100, burst: 200 }),
  },
  internal_error: {
    when: 'The fault is ours. The log of the server has it under the `requestId`.',
    example: new AppError({ rule: 'internal_error' }),
  },
  unavailable: {
    when: 'The server is stopping, or its disk is full or failing. Send the same again after the seconds in `Retry-After`.',
    example: new AppError({ rule: 'stopping' }),
  },
};
