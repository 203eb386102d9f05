import { addressOf, escapeHtml } from '../../manual/index.ts';
import { sampleBodies } from '../../webhooks/index.ts';
import { type Event, JSON_MEDIA } from './api-document.ts';
import { copied } from './copied.ts';
import { describeSchema } from './schema.ts';
import { headersHtml, proseOf, treeOf } from './tree.ts';

type EventEntry = readonly [type: string, event: Event];

export function eventHeadersHtml(events: readonly EventEntry[]): string {
  const [first] = events;
  const headers = first?.[1].post.parameters?.map(({ name, description = '' }) => [name, description] as const) ?? [];
  return `<p>Each is a POST to the address of an endpoint, with these headers. <a href="${addressOf('en', 'webhooks')}">Webhooks</a> says how to check the signature, and <a href="${addressOf('en', 'receivers')}">Receivers</a> has programs that do.</p>
${headersHtml(headers, 'webhooks')}`;
}

/**
 * Renders one event: when it is sent, its fields, and a sample. The sample equals the body sent by `docket webhook test
 * ID --event`.
 */
export function eventHtml([type, { post }]: EventEntry): string {
  const { operationId: id, summary, description, requestBody } = post;
  const { fields } = describeSchema(requestBody?.content[JSON_MEDIA]?.schema ?? {});
  const sample = sampleBodies(SAMPLE_MS).find((one) => one.type === type)?.body ?? '{}';
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="about">
<h3 id="${id}-title"><a href="#${id}">${escapeHtml(summary)}</a></h3>
<p class="route"><code>${escapeHtml(type)}</code></p>
<p>${proseOf(description)}</p>
${treeOf(fields, id, 1)}
</div>
<div class="sample">
${copied(`${id}-sample`, 'Sample', escapeHtml(JSON.stringify(JSON.parse(sample), null, 2)))}
</div>
</section>`;
}

/** The time in the samples. It is fixed because the page is built only once. */
const SAMPLE_MS = Date.UTC(2026, 2, 8, 7);
