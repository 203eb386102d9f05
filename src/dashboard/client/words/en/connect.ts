export const CONNECT_EN = {
  title: 'Connect',
  lead: 'What the developer of your site, chatbot or till needs: the address, commands to try, and the result of each call.',
  waiting: 'Waiting for the first call…',
  waitingWhat: 'Run one of the commands below. It shows up here right away, even if it is refused.',
  orderAccepted: (order: string) => `Order ${order} accepted`,
  accepted: 'The call was accepted',
  refused: (status: number, code: string) => `The call was refused: ${status} ${code}`,
  withKey: (key: string) => `key “${key}”`,
  noKey: 'no key',
  noPath: 'no such path',
  address: 'Address',
  addressWhat: 'The server that shows this page also answers the API, at the same address.',
  addressPlain:
    'This address uses plain http, which is fine for trials on one machine. From anywhere else use https, or others can read keys and customers’ phones on the way.',
  keyChoice: 'Key',
  keyChoiceWhat: 'Determines which commands it may run. The key itself is shown only once, when it is created.',
  makeKey: 'There is no key yet, so nothing can call the API. Create one first.',
  planNote: 'The API needs the Pro plan or higher. Until then, every call is refused with plan_required.',
  apiOffNote: 'The API is off for this workspace. Every call is refused with api_disabled.',
  commands: 'Commands to try',
  commandsWhat:
    'Paste them into a terminal, from top to bottom. In the first line, replace the dots with your key. The commands create a test order and delete it at the end.',
  orderIdWhat: 'Then keep the order’s id for the commands below. It is data.id in the response:',
  orderIdKnown: (order: string) => `The commands use test order ${order}.`,
  keyLine: 'The key',
  lacks: (scope: string) => `The chosen key lacks ${scope}`,
  devOnly: 'only where the server runs with --environment dev',
  operations: {
    create: 'Create an order',
    read: 'Read the order',
    list: 'List orders',
    changes: 'Follow changes',
    status: 'Change its status',
    update: 'Update the order',
    payment: 'Record a payment',
    inquiry: 'Submit an inquiry',
    delete: 'Delete the order',
  },
  calls: 'Recent calls',
  callsWhat: 'Each response has a requestId. Use it to find a call here. Docket never keeps bodies or queries.',
  noCalls: 'No calls yet',
  noCallsWhat: 'Try one of the commands above. The call appears here right away.',
  noSuchCall: 'No stored call matches',
  olderCalls: 'Older calls',
  findRequest: 'Find by requestId',
  requestForm: 'A requestId has 36 characters: 32 digits and letters from a to f, and four hyphens.',
  ofKey: 'Calls with key',
  anyKey: 'any, or none',
  outcome: 'Outcome',
  outcomes: { '': 'any', '2': 'accepted (2xx)', '4': 'refused (4xx)', '5': 'failed here (5xx)' },
  key: 'Key',
  operation: 'Operation',
  status: 'Status',
  code: 'Code',
  refusals: {
    no_key: 'No key was sent. Add the header Authorization: Bearer, followed by the key.',
    unknown_key: 'This key does not exist here. Copy the whole key again: it starts with dk_.',
  },
  endedKey: (key: string) => `The key “${key}” was revoked, or was replaced and has expired. Use the new key instead.`,
  scopeMissing: (scope: string, key: string) =>
    `The scope ${scope} is missing: key “${key}”. A key’s scopes can’t be changed, so create another key that has it.`,
  codes: {
    bad_request: 'The request names two hosts, or none that can be one. Send one Host header.',
    invalid_json: 'The body is not valid JSON in UTF-8. A quote may be missing, or the shell may have removed one.',
    unauthorized: 'The call had no valid key.',
    scope_missing: 'The key lacks the scope of this operation.',
    plan_required: 'The API needs the Pro plan or higher.',
    api_disabled: 'The API is off for this workspace.',
    inquiries_disabled: 'Inquiries are off for this workspace.',
    dev_environment_only: 'Inquiries are accepted only when the server runs with --environment dev.',
    not_found: 'There is nothing at this path. Compare it with the commands above.',
    order_not_found: 'There is no such order here, or it has been deleted.',
    method_not_allowed:
      'The path is right but the method is not. The response’s Allow header lists the methods it accepts.',
    order_key_conflict:
      'An order with this requestKey or num already exists with different data. Send a new key for a new order.',
    inquiry_key_conflict: 'An inquiry with this Idempotency-Key already exists with a different payload.',
    idempotency_key_conflict:
      'This Idempotency-Key was used for another call. Send the first call as it was, or a new key.',
    order_status_conflict: 'The order is no longer in expectedStatusId. Read it again and decide.',
    payment_key_conflict: 'This paymentId belongs to a different payment.',
    payment_deleted: 'This payment was deleted in the dashboard.',
    order_deleted:
      'The order with this key has been deleted. Send a new requestKey or num. You can restore the deleted order on its page for 30 days.',
    order_reference_conflict: 'id and orderKey refer to different orders.',
    cursor_expired:
      'The cursor is older than the changes that are kept. Read all orders again, and begin with after=now.',
    precondition_failed:
      'The order has another ETag by now. Read it again, then decide whether to send the call with that one.',
    body_too_large: 'The body is too large. details.limit in the response gives the limit.',
    unsupported_media_type: 'Send the header Content-Type: application/json.',
    validation_failed: 'Some data is invalid. details in the response lists each field and what it must be.',
    invalid_status: 'There is no such status, or it is not in use.',
    invalid_cursor: 'The cursor is not from this list. Start without one.',
    rate_limited: 'Too many calls with this key. Wait for the number of seconds in the Retry-After header.',
    internal_error: 'Docket failed. Look for the requestId in the server’s log.',
    unavailable: 'Docket could not confirm the change. Repeat the call after the number of seconds in Retry-After.',
  },
  verify: 'Check a webhook’s signature',
  verifyWhat:
    'Does your receiver reject a signature? Paste what it received. Everything is computed in this browser, nothing is sent, and it is gone when you leave the page.',
  body: 'Raw body, byte for byte',
  secret: 'Endpoint secret',
  check: 'Check',
  verdictValid: 'Valid: this came from Docket unchanged',
  verdictOneOf: (nth: number, of: number) =>
    `Signature ${nth} of ${of} matches this secret. There are two while a secret is being rotated.`,
  verdictInvalid: 'Invalid',
  faults: {
    secret_missing: 'The secret is empty.',
    secret_malformed:
      'The secret is incomplete. It is whsec_ and 44 more characters, shown once when the endpoint was added.',
    id_missing: 'webhook-id is empty.',
    timestamp_malformed: 'webhook-timestamp must be seconds since 1970: ten digits.',
    signature_missing: 'webhook-signature is empty.',
    signature_malformed:
      'webhook-signature must be v1, followed by 44 characters. Two signatures are separated by a space.',
    body_missing: 'The body is empty. Docket never sends an empty one.',
    body_space:
      'The body has an extra line break or space at one end. Without it the signature is valid. Verify the bytes as they came.',
    body_rewritten:
      'The body is the same JSON, but it was parsed and written again. Verify the raw bytes before anything parses them.',
    id_differs: 'webhook-id belongs to another event. The signature is valid with the id from the body.',
    other:
      'The signature was made with a different secret, body, id or time. Usually it is an old secret, or another endpoint’s.',
  },
  remarks: {
    old: 'webhook-timestamp is more than five minutes old, so a receiver must refuse it by now.',
    future:
      'webhook-timestamp is more than five minutes ahead, so a receiver must refuse it. Check the clocks of both machines.',
    other_id: 'webhook-id differs from the id in the body.',
  },
  noCrypto:
    'Browsers compute signatures only on https pages, or on pages from the same machine. Open the dashboard over https, or on its own machine at http://127.0.0.1 with its port. From elsewhere, run ssh -L 8080:127.0.0.1:8080 and the server’s name.',
  snippets: 'The same check in your code',
  snippetsWhat:
    'Each one is a complete receiver. It checks the raw body with a library and stores every event only once.',
  noLibrary: 'Checking without a library',
  noLibraryAnchor: 'without-a-library',
};

export type ConnectWords = typeof CONNECT_EN;
