import { escapeHtml } from '../../manual/index.ts';
import { describeSchema, type Field } from './schema.ts';

export const proseOf = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const line = (classes: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : ` <span class="${classes}">${escapeHtml(texts.join(' · '))}</span>`;

const anchored = (at: string, inner: string): string => `<li id="${escapeHtml(at)}">${inner}</li>`;

function headOf({ name, required, schema }: Field): string {
  const { type, bounds } = describeSchema(schema);
  const need = required ? ' <strong class="need">required</strong>' : '';
  return `<code class="name">${escapeHtml(name)}</code>${line('type', [type])}${need}${line('bounds', bounds)}`;
}

/**
 * Renders a field with the fields in it.
 * @param above the anchor of the field's parent
 * @param depth the number of levels, from this field down, that are shown open
 */
function fieldOf(field: Field, above: string, depth: number): string {
  const at = `${above}.${field.name}`;
  const { description, fields } = describeSchema(field.schema);
  const text = field.description ?? description;
  const words = text === undefined ? '' : `<p>${proseOf(text)}</p>`;
  if (fields.length === 0) return anchored(at, `${headOf(field)}${words}`);
  const isOpen = depth > 0 || field.required;
  const below = treeOf(fields, at, depth - 1);
  return anchored(at, `<details${isOpen ? ' open' : ''}><summary>${headOf(field)}</summary>${words}${below}</details>`);
}

export const treeOf = (fields: readonly Field[], above: string, depth = 0): string =>
  `<ul class="tree">\n${fields.map((field) => fieldOf(field, above, depth)).join('\n')}\n</ul>`;

export const headersHtml = (
  headers: readonly (readonly [name: string, description: string])[],
  above: string,
): string =>
  `<ul class="tree">\n${headers.map(([name, description]) => anchored(`${above}.${name}`, `<code class="name">${name}</code><p>${proseOf(description)}</p>`)).join('\n')}\n</ul>`;
