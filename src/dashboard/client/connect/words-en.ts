/** The words of the page for whoever connects a program to the API. */
export const CONNECT_EN = {
  title: 'Connect',
  lead: 'What the developer of your site, chatbot or till needs: the address, commands to try, and what became of each call.',
  waiting: 'Waiting for the first call…',
  waitingWhat:
    'Send one of the commands below. It shows up here at once, also when it is refused. The list lies in memory alone: it is empty after a restart of the server.',
  orderAccepted: (order: string) => `Order ${order} accepted`,
  accepted: 'The call was accepted',
  refused: (status: number, code: string) => `The call was refused: ${status} ${code}`,
  withKey: (key: string) => `key “${key}”`,
  noKey: 'no key',
  noPath: 'no such path',
  address: 'Address',
  addressWhat: 'The server that shows this page also answers the API, at the same address.',
  addressPlain:
    'This address is plain http: good for trying out on one machine. From elsewhere reach the API by https, or keys and customers’ phones can be read on the way.',
  keyChoice: 'Key',
  keyChoiceWhat: 'Says which commands it may run. The key itself is shown once, when it is made.',
  makeKey: 'No key yet: nothing can call the API. Make one first.',
  manageKeys: 'API keys',
  planNote: 'The API needs the Pro plan or higher: until then each call is refused with plan_required.',
  apiOffNote: 'The API is switched off for this workspace: each call is refused with api_disabled.',
  commands: 'Commands to try',
  commandsWhat:
    'Paste them into a terminal, from top to bottom. The first line keeps your key for those that follow; put the key in place of the dots. They make a test order and at the end delete it.',
  orderIdWhat: 'The id of the order, data.id in the answer to the first command:',
  orderIdKnown: (order: string) => `The commands name the test order ${order}.`,
  keyLine: 'The key',
  lacks: (scope: string) => `The chosen key lacks ${scope}`,
  devOnly: 'only where the server runs with --environment dev',
  operations: {
    create: 'Make an order',
    read: 'Read the order',
    list: 'List orders',
    status: 'Change its status',
    update: 'Change the order',
    payment: 'Record a payment',
    inquiry: 'Submit an inquiry',
    delete: 'Delete the order',
  },
  calls: 'The last 100 calls',
  callsWhat: 'Bodies and queries are never kept. The list is empty after a restart of the server.',
  noCalls: 'No call since the server was started.',
  key: 'Key',
  operation: 'Operation',
  status: 'Status',
  code: 'Code',
  refusals: {
    no_key: 'No key came with it. Send the header Authorization: Bearer and the key.',
    unknown_key: 'There is no such key here. Copy the whole key once more: it begins with dk_.',
  },
  endedKey: (key: string) =>
    `The key “${key}” is revoked, or was replaced and its time is over. Put the new key in its place.`,
  scopeMissing: (scope: string, key: string) =>
    `The scope ${scope} is missing: key “${key}”. The scopes of a key are fixed, so make another key that has it.`,
  codes: {
    invalid_json: 'The body is no JSON in UTF-8. Often a quote is missing, or the shell has eaten one.',
    unauthorized: 'It came without a valid key.',
    scope_missing: 'The key lacks the scope of this operation.',
    plan_required: 'The API needs the Pro plan or higher.',
    api_disabled: 'The API is switched off for this workspace.',
    inquiries_disabled: 'Inquiries are switched off for this workspace.',
    dev_environment_only: 'Inquiries are taken only where the server runs with --environment dev.',
    not_found: 'There is nothing at this path. Compare it with the commands above.',
    order_not_found: 'There is no such order here, or it has been deleted.',
    method_not_allowed: 'The path is right, the method is not: the answer’s header Allow names those that it takes.',
    order_key_conflict:
      'An order with this requestKey or num is there already, with other data. Send a new key for a new order.',
    inquiry_key_conflict: 'An inquiry with this Idempotency-Key is there already, with another payload.',
    order_status_conflict: 'The order is no longer in expectedStatusId. Read it again and decide.',
    payment_key_conflict: 'This paymentId stands for another payment.',
    payment_deleted: 'This payment was deleted in the dashboard.',
    order_deleted: 'The order with this key has been deleted. Send a new requestKey.',
    order_reference_conflict: 'id and orderKey lead to different orders.',
    precondition_failed: 'The order has changed since it was read. Read it again and repeat with the new ETag.',
    body_too_large: 'The body is too large: details.limit in the answer names the bound.',
    unsupported_media_type: 'Send the header Content-Type: application/json.',
    validation_failed: 'The data is not right: details in the answer names each field and what it must be.',
    invalid_status: 'There is no such status, or it is not in use.',
    invalid_cursor: 'The cursor is not from this list. Begin without one.',
    rate_limited: 'Too many calls with this key. Wait the seconds in the header Retry-After.',
    internal_error: 'A fault of ours. The requestId finds it in the server’s log.',
    unavailable: 'Nothing was stored. Repeat the call after the seconds in Retry-After.',
  },
  verify: 'Check a webhook’s signature',
  verifyWhat:
    'Your receiver says that a signature is wrong? Paste what it got. All of it is computed in this browser, nothing is sent anywhere, and it is gone when you leave the page.',
  body: 'Body, byte for byte as it came',
  secret: 'Secret of the endpoint',
  check: 'Check',
  verdictValid: 'Valid: this came from Docket, unchanged',
  verdictOneOf: (nth: number, of: number) =>
    `Signature ${nth} of ${of} is by this secret. During a rotation there are two.`,
  verdictInvalid: 'Not valid',
  faults: {
    secret_missing: 'The secret is empty.',
    secret_malformed:
      'The secret is not whole: it is whsec_ and 44 more characters, shown once when the endpoint was added.',
    id_missing: 'webhook-id is empty.',
    timestamp_malformed: 'webhook-timestamp must be seconds since 1970: ten digits.',
    signature_missing: 'webhook-signature is empty.',
    signature_malformed: 'webhook-signature must be v1, and 44 characters; two of them stand apart by a space.',
    body_missing: 'The body is empty. Docket never sends an empty one.',
    body_space:
      'The body differs by a line break or a space at its ends: without them it is valid. Verify the bytes as they came.',
    body_rewritten:
      'The body is the same JSON, but was read and written again. Verify the raw bytes, before anything parses them.',
    id_differs: 'webhook-id is of another event: with the id that stands in the body it is valid.',
    other:
      'The signature was made with another secret, or over another body, id or time. Most often it is an old secret, or the one of another endpoint.',
  },
  remarks: {
    old: 'webhook-timestamp is more than five minutes ago: by now a receiver must refuse this.',
    future:
      'webhook-timestamp is more than five minutes ahead: a receiver must refuse this. Look at the clocks of both machines.',
    other_id: 'webhook-id is not the id in the body.',
  },
  noCrypto:
    'Browsers compute signatures only on pages that came by https, or from this machine itself. Open the dashboard by https, or on the machine it runs on as http://127.0.0.1 with its port; from afar: ssh -L 8080:127.0.0.1:8080 and the server’s name.',
  snippets: 'The same in your code',
  snippetsWhat:
    'They take the body as raw bytes and compare in constant time. There are also libraries, named in the README under “Receiving webhooks”.',
};

export type ConnectWords = typeof CONNECT_EN;
