import { expect, test } from 'bun:test';
import { lineText } from '../../src/dashboard/client/features/imports/line-text.ts';

test('a long line of headings says that it goes on, and ends with a heading rather than a dot', () => {
  expect(lineText(['Date', ' ', 'Sum'])).toBe('Date · Sum');
  const headings = ['Order number', 'Delivery date', 'Client', 'Phone', 'Item', 'Qty', 'Price', 'Status'];
  expect(lineText(headings)).toBe('Order number · Delivery date · Client · Phone · Item · Qty…');
});
