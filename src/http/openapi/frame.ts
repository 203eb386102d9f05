import { PUBLIC_STATUS, VERSION } from '../../base/index.ts';
import { MANUAL_PATH } from '../../manual/index.ts';
import { called } from '../wire.ts';

const DESCRIPTION = `Make orders and inquiries, change the status of orders, record payments, read and list orders.

Every answer is JSON with \`ok\`, \`code\` and \`requestId\`. Test \`ok\`, act on \`code\`, and ignore fields and codes that you do not know.

Amounts are JSON numbers in roubles with at most two decimals. A body has at most 1 MiB, 20 levels and 10,000 values.

An answer may get lost: send the same call again. Every call that changes an order takes an \`Idempotency-Key\`. With the same key nothing is done twice, and the answer carries \`Idempotent-Replayed: true\`.`;

const text = (description: string, format = {}) => ({ type: 'string' as const, ...format, description });

const FieldProblem = {
  ...called('FieldProblem', 'What is wrong with one field'),
  type: 'object' as const,
  required: ['path', 'message'],
  properties: {
    path: text('Where, such as `products.0.price`'),
    message: text('What is wrong there, for people'),
  },
};

const ErrorModel = {
  type: 'object' as const,
  description: 'The answer of a call that was refused or failed',
  required: ['ok', 'code', 'message', 'requestId'],
  properties: {
    ok: { type: 'boolean' as const, enum: [false], description: 'Whether the call succeeded' },
    code: text('What is wrong, for programs', { enum: Object.keys(PUBLIC_STATUS) }),
    message: text('What is wrong and what to do, for people'),
    requestId: text('Id of this call. The log and the page Connect have it too', { format: 'uuid' }),
    details: {
      description: 'More for programs, where there is any. For `validation_failed` it is a list, for others an object',
      oneOf: [
        { type: 'array' as const, items: FieldProblem },
        { type: 'object' as const, additionalProperties: true },
      ],
    },
  },
};

/**
 * Returns all of the document except its operations.
 * @param publicUrl the server's public address; if undefined, the document refers to the server that it is read from
 */
export const frameOf = (publicUrl: string | undefined) => ({
  openapi: '3.1.0',
  info: {
    title: 'Docket API',
    version: VERSION,
    description: DESCRIPTION,
    contact: { name: 'Docket', ...(publicUrl === undefined ? {} : { url: `${publicUrl}${MANUAL_PATH}` }) },
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
  },
  servers: [{ url: publicUrl ?? '/' }],
  tags: [
    { name: 'Orders', description: 'Orders, their statuses and their payments.' },
    { name: 'Inquiries', description: 'What people ask of a shop, in any form.' },
  ],
  components: {
    securitySchemes: {
      apiKey: { type: 'http' as const, scheme: 'bearer', description: 'An API key: dk_ and what follows' },
    },
    schemas: { Error: ErrorModel },
  },
});
