import { escapeHtml } from '../../manual/index.ts';
import type { Schema } from './api-document.ts';
import { describeSchema, type Field } from './schema.ts';

/** Text of the document with its backticks as code. */
export const proseOf = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const line = (classes: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : ` <span class="${classes}">${escapeHtml(texts.join(' · '))}</span>`;

interface Shown {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
}

/** A name with its type and bounds. */
function headOf({ name, required, schema }: Shown): string {
  const { type, bounds } = describeSchema(schema);
  const need = required ? ' <strong class="need">required</strong>' : '';
  return `<code class="name">${escapeHtml(name)}</code>${line('type', [type])}${need}${line('bounds', bounds)}`;
}

/** @param depth how many levels below stand open, whatever they are */
function fieldOf(field: Shown, depth: number): string {
  const { description, fields } = describeSchema(field.schema);
  const text = field.description ?? description;
  const words = text === undefined ? '' : `<p>${proseOf(text)}</p>`;
  if (fields.length === 0) return `<li>${headOf(field)}${words}</li>`;
  const isOpen = depth > 0 || field.required;
  return `<li><details${isOpen ? ' open' : ''}><summary>${headOf(field)}</summary>${words}${treeOf(fields, depth - 1)}</details></li>`;
}

/** Fields as a tree that folds. */
export const treeOf = (fields: readonly (Field | Shown)[], depth = 0): string =>
  `<ul class="tree">\n${fields.map((field) => fieldOf(field, depth)).join('\n')}\n</ul>`;
