import { PUBLIC_STATUS, type PublicErrorKind } from '../../base/index.ts';
import { addressOf, escapeHtml, MANUAL_PATH } from '../../manual/index.ts';
import { DOCUMENTED_ERRORS } from '../documented-errors.ts';
import { type ApiDocument, operationsOf, type PlacedOperation } from './api-document.ts';
import { eventHeadersHtml, eventHtml } from './event.ts';
import { cureOf, operationHtml } from './operation.ts';
import { BASE } from './samples/index.ts';
import { describeSchema } from './schema.ts';
import { headersHtml, proseOf, treeOf } from './tree.ts';

const GUIDES = [
  ['quickstart', 'Quickstart'],
  ['generated-clients', 'Generated clients'],
  ['repeats', 'Repeats'],
  ['money-and-dates', 'Money and dates'],
  ['errors', 'Errors'],
  ['webhooks', 'Webhooks'],
  ['receivers', 'Receivers'],
  ['following-along', 'Following along'],
  ['versions', 'Versions'],
] as const;

function commonHeaders(all: readonly PlacedOperation[]): ReadonlyMap<string, string> {
  const [first = {}, ...others] = all.map(({ operation }) => operation.responses['200']?.headers ?? {});
  const names = Object.entries(first).filter(([name]) => others.every((headers) => name in headers));
  return new Map(names.map(([name, { description = '' }]) => [name, description]));
}

const groupsOf = ({ tags }: ApiDocument, all: readonly PlacedOperation[]) =>
  tags.filter(({ name }) => all.some(({ operation }) => operation.tags.includes(name)));

function contentsOf(document: ApiDocument, all: readonly PlacedOperation[]): string {
  const groups = groupsOf(document, all).map(({ name }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    const items = own.map(
      ({ method, operation }) =>
        `<li><a href="#${operation.operationId}"><span class="method">${method.toUpperCase()}</span> ${escapeHtml(operation.summary)}</a></li>`,
    );
    return `<h2>${escapeHtml(name)}</h2>\n<ul class="calls">\n${items.join('\n')}\n</ul>`;
  });
  const events = eventsOf(document).map(
    ([type, { post }]) => `<li><a href="#${post.operationId}"><code>${escapeHtml(type)}</code></a></li>`,
  );
  const guides = GUIDES.map(([topic, title]) => `<li><a href="${addressOf('en', topic)}">${title}</a></li>`);
  return `<label class="find" hidden>Find <input type="search" id="find" maxlength="100" autocomplete="off"></label>
<p id="found" role="status"></p>
<div id="places" hidden></div>
<div id="all">
<h2>Start</h2>
<ul><li><a href="#before">Before the first call</a></li><li><a href="#errors">Errors</a></li></ul>
${groups.join('\n')}
<h2>Webhooks</h2>
<ul>
${events.join('\n')}
</ul>
<h2>In the manual</h2>
<ul>
${guides.join('\n')}
</ul>
</div>`;
}

function beforeHtml(document: ApiDocument, common: ReadonlyMap<string, string>): string {
  const intro = document.info.description.split('\n\n').map((text) => `<p>${proseOf(text)}</p>`);
  const [always = [], withKey = []] = [false, true].map((isOfKey) =>
    [...common].filter(([name]) => name.startsWith('RateLimit') === isOfKey),
  );
  return `${intro.join('\n')}
<section id="before" aria-labelledby="before-title">
<h2 id="before-title">Before the first call</h2>
<p>The API answers at the address of this page: <code class="base">${BASE}</code></p>
<p>Every call needs a key, as the header <code>Authorization: Bearer KEY</code>. An owner makes keys in the dashboard, under <a href="/app/keys">API keys</a>. Each key has scopes, and each call says which one it needs.</p>
<p>The calls on this page take the key out of the environment, in each language:</p>
<pre>export DOCKET_KEY=dk_…</pre>
<p><code>ID</code> is the id of an order. The answer of <a href="#createOrder">Create an order</a> holds one:</p>
<pre>export ID=…</pre>
<p><code>IDEMPOTENCY_KEY</code> is an id of yours for one call, such as that of a form. Repeats of the call send it again, the next call has another:</p>
<pre>export IDEMPOTENCY_KEY=form-17</pre>
<p>Every answer carries these headers:</p>
${headersHtml(always, 'before')}
<p>An answer to a known key carries these too. A 401 does not, nor does a 429 to a caller without one. No answer does where the operator has switched the limit off.</p>
${headersHtml(withKey, 'before')}
</section>`;
}

function errorsHtml({ components }: ApiDocument): string {
  const known = Object.entries(PUBLIC_STATUS) as [PublicErrorKind, number][];
  const statuses = [...Map.groupBy(known, ([, status]) => status)];
  const rows = statuses.map(([status, kinds]) => {
    return kinds.map(([kind], at) => {
      const head = at === 0 ? `<th scope="rowgroup" rowspan="${kinds.length}">${status}</th>` : '';
      return `<tr id="error-${kind}">${head}<td>${cureOf(kind)}</td><td>${proseOf(DOCUMENTED_ERRORS[kind].when)}</td></tr>`;
    });
  });
  const fields = components.schemas['Error'] === undefined ? [] : describeSchema(components.schemas['Error']).fields;
  const plain = fields.map(({ name, schema, required }) => {
    // The table below lists all codes, so this field does not repeat them.
    return { name, required, schema: name === 'code' ? { type: 'string' } : schema };
  });
  return `<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Act on <code>code</code>; <code>message</code> is for people. Each code leads to what to do about it, in <a href="${addressOf('en', 'errors')}">the manual</a>.</p>
${treeOf(plain, 'errors')}
<div class="scroll" tabindex="0" role="region" aria-label="Codes"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>
${rows.flat().join('\n')}
</tbody></table></div>
</section>`;
}

function groupsHtml(document: ApiDocument, all: readonly PlacedOperation[], common: ReadonlySet<string>): string {
  return groupsOf(document, all)
    .map(({ name, description }) => {
      const own = all.filter(({ operation }) => operation.tags.includes(name));
      return `<section aria-labelledby="${name}-group">
<h2 id="${name}-group" class="group">${escapeHtml(name)}</h2>
<p class="meta">${escapeHtml(description)}</p>
${own.map((placed) => operationHtml(placed, common)).join('\n')}
</section>`;
    })
    .join('\n');
}

const eventsOf = ({ webhooks = {} }: ApiDocument) => Object.entries(webhooks);

function eventsHtml(document: ApiDocument): string {
  const events = eventsOf(document);
  return `<section aria-labelledby="webhooks-group">
<h2 id="webhooks-group" class="group">Webhooks</h2>
<p class="meta">What Docket sends when an order changes.</p>
${eventHeadersHtml(events)}
${events.map(eventHtml).join('\n')}
</section>`;
}

/**
 * Renders the reference as one page, from the document alone. The page is complete without its script, which adds copy
 * buttons, a search and forms that make calls.
 */
export function pageHtml(document: ApiDocument): string {
  const all = operationsOf(document);
  const common = commonHeaders(all);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Docket</title>
<link rel="icon" href="/app/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header>
<a class="home" href="/docs"><img src="/app/icon.svg" alt="" width="24" height="24">Docket · API reference</a>
<p class="ways"><a class="to-contents" href="#contents">Contents</a> <a href="${MANUAL_PATH}">Manual</a>
<a href="${MANUAL_PATH}/ru" hreflang="ru" lang="ru" title="Руководство по-русски">RU</a>
<a href="/app">Desk</a> <a href="/docs/json">OpenAPI</a></p>
</header>
<div class="columns">
<main id="page" tabindex="-1">
<h1>${escapeHtml(document.info.title)} <span class="version">${escapeHtml(document.info.version)}</span></h1>
${beforeHtml(document, common)}
${groupsHtml(document, all, new Set([...common.keys()]))}
${eventsHtml(document)}
${errorsHtml(document)}
</main>
<nav id="contents" aria-label="Contents">
${contentsOf(document, all)}
</nav>
</div>
</body>
</html>
`;
}
