import { Elysia } from 'elysia';
import { type BodyBounds, memberText, toIso } from '../../base/index.ts';
import { createInquiry, PAYLOAD_BOUNDS } from '../../inquiries/index.ts';
import { told } from '../../web/index.ts';
import { accessPlugin } from '../access.ts';
import type { HttpDeps } from '../deps.ts';
import { noQueryBeside } from '../wire.ts';
import { documentedInquiry } from './documentation.ts';
import { InquiryBody, MadeInquiry } from './model.ts';

const INQUIRY_BODY: BodyBounds = {
  maxBytes: 262_144,
  // The payload counts as depth 1, and the body adds a level around it.
  maxDepth: PAYLOAD_BOUNDS.depth + 1,
  tooDeep: { rule: 'payload_too_deep', most: PAYLOAD_BOUNDS.depth },
};

export function inquiryRoutes(deps: HttpDeps) {
  return new Elysia({ name: 'inquiries', prefix: '/api/v1/inquiries' }).use(accessPlugin(deps)).post(
    '',
    async ({ ctx, body, request }) => {
      const { inquiry, replayed } = await createInquiry(ctx, {
        payload: body.payload,
        payloadText: memberText(ctx.call.bodyText, 'payload') ?? '{}',
        idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      });
      const { id, version, createdAt } = inquiry;
      return told(ctx.call, { id, version, createdAt: toIso(createdAt) }, { replayed });
    },
    {
      access: { scope: 'svc:inquiries:create', inquiries: true, body: INQUIRY_BODY },
      query: noQueryBeside(InquiryBody),
      body: InquiryBody,
      response: MadeInquiry,
      detail: documentedInquiry,
    },
  );
}
