import { addressOf, escapeHtml } from '../../manual/index.ts';
import { type Answer, JSON_MEDIA, type Parameter, type PlacedOperation } from './api-document.ts';
import { copied } from './copied.ts';
import { samplesOf } from './samples/index.ts';
import { describeSchema } from './schema.ts';
import { headersHtml, proseOf, treeOf } from './tree.ts';

const pretty = (value: unknown): string => escapeHtml(JSON.stringify(value, null, 2));

/** Renders the call in each language. Without styles all languages are visible. */
function samplesHtml(placed: PlacedOperation): string {
  const { operationId, summary } = placed.operation;
  const samples = samplesOf(placed);
  const choices = samples.map(
    ({ id, name }, at) =>
      `<label><input type="radio" name="${operationId}-language" value="${id}"${at === 0 ? ' checked' : ''}> ${name}</label>`,
  );
  const blocks = samples.map(
    ({ id, name, code }) =>
      `<div class="in-language" data-language="${id}">${copied(`${operationId}-${id}`, `Call in ${name}`, escapeHtml(code))}</div>`,
  );
  return `<div class="languages" role="radiogroup" aria-label="Language: ${escapeHtml(summary)}">
${choices.join('\n')}
</div>
${blocks.join('\n')}`;
}

export const cureOf = (code: string): string =>
  `<a href="${addressOf('en', 'errors')}#${code}"><code>${code}</code></a>`;

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

function parametersOf(parameters: readonly Parameter[], above: string): string {
  const groups = Map.groupBy(parameters, (one) => one.in);
  return [...groups]
    .map(([place, all]) => {
      const fields = all.map(({ required = false, schema = {}, ...field }) => ({ ...field, required, schema }));
      return `<h4>${PLACES[place]}</h4>\n${treeOf(fields, above)}`;
    })
    .join('\n');
}

function bodyOf({ operation }: PlacedOperation): string {
  const media = operation.requestBody?.content[JSON_MEDIA];
  if (media === undefined) return '';
  const { description = '', fields } = describeSchema(media.schema);
  const others = media.schema.additionalProperties === false ? ' Keys that are not listed here are refused.' : '';
  return `<h4>Body</h4>\n<p class="meta">JSON.${others} ${proseOf(description)}</p>\n${treeOf(fields, operation.operationId)}`;
}

function answerOf(id: string, status: string, answer: Answer, common: ReadonlySet<string>): string {
  const media = answer.content?.[JSON_MEDIA];
  const at = `${id}-${status}`;
  const headers = Object.entries(answer.headers ?? {})
    .filter(([name]) => !common.has(name))
    .map(([name, { description = '' }]) => [name, description] as const);
  const isGood = status.startsWith('2');
  const fields = media === undefined || !isGood ? [] : describeSchema(media.schema).fields;
  const data = fields.filter(({ name }) => name === 'data');
  const examples = Object.values(media?.examples ?? {}).map(({ value }) => `<pre>${pretty(value)}</pre>`);
  const codes = [...answer.description.matchAll(/^- `(\w+)`: (.*)$/gm)];
  const name = isGood ? 'Done' : proseOf(codes.map(([, code = '']) => `\`${code}\``).join(', '));
  const whens = codes.map(
    ([, code = '', when = ''], nth) => `<p>${cureOf(code)}: ${proseOf(when)}</p>\n${examples[nth] ?? ''}`,
  );
  return `<details class="answer" id="${at}"><summary><strong>${status}</strong> ${name}</summary>
${headers.length === 0 ? '' : headersHtml(headers, at)}
${data.length === 0 ? '' : treeOf(data, at, 1)}
${whens.join('\n')}</details>`;
}

function linksOf(answer: Answer | undefined): string {
  const links = Object.values(answer?.links ?? {});
  if (links.length === 0) return '';
  const items = links.map(
    ({ operationId, description = operationId }) => `<li><a href="#${operationId}">${escapeHtml(description)}</a></li>`,
  );
  return `<h4>Go on from here</h4>\n<ul class="next">${items.join('\n')}</ul>`;
}

/** Renders a form that makes the call from the page. It stays hidden without its script. */
function tryOf({ method, path, operation }: PlacedOperation): string {
  const { parameters = [], requestBody, summary } = operation;
  const inputs = parameters.map(
    ({ name, in: place, required = false }) =>
      `<label>${name} <input name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}></label>`,
  );
  const example = requestBody?.content[JSON_MEDIA]?.example;
  const body =
    example === undefined
      ? ''
      : `<label>Body <textarea name="body" rows="10" spellcheck="false">${pretty(example)}</textarea></label>`;
  const note =
    method === 'get' ? '' : '<p class="note">This is done for real, in the shop that the key belongs to.</p>';
  return `<details class="try" hidden><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" aria-label="Try it: ${escapeHtml(summary)}">
${note}<label>API key <input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="dk_…"></label>
<p class="meta">It stays in this tab, and is gone when the page is left.</p>
${[...inputs, body].join('\n')}
<p class="send"><button class="main">Send</button> <span role="status"></span></p>
<pre tabindex="0" role="group" aria-label="Answer" hidden></pre>
</form></details>`;
}

export function operationHtml(placed: PlacedOperation, common: ReadonlySet<string>): string {
  const { method, path, operation } = placed;
  const { operationId: id, summary, description, parameters = [], responses } = operation;
  const good = responses['200'];
  const example = good?.content?.[JSON_MEDIA]?.example;
  const answers = Object.entries(responses).map(([status, answer]) => answerOf(id, status, answer, common));
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="about">
<h3 id="${id}-title"><a href="#${id}">${escapeHtml(summary)}</a></h3>
<p class="route"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${description
  .split('\n\n')
  .map((text) => `<p>${proseOf(text)}</p>`)
  .join('\n')}
${parametersOf(parameters, id)}
${bodyOf(placed)}
<h4>Answers</h4>
${answers.join('\n')}
${linksOf(good)}
</div>
<div class="sample">
${samplesHtml(placed)}
${tryOf(placed)}
${example === undefined ? '' : copied(`${id}-answer`, 'Answer', pretty(example))}
</div>
</section>`;
}
