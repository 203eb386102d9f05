import { expect, test } from 'bun:test';
import { lineText } from '../../src/dashboard/client/features/imports/line-text.ts';

test('a shortened list of headings ends with an ellipsis, not with a separator', () => {
  expect(lineText(['Date', ' ', 'Sum'])).toBe('Date · Sum');
  const headings = ['Order number', 'Delivery date', 'Client', 'Phone', 'Item', 'Qty', 'Price', 'Status'];
  expect(lineText(headings)).toBe('Order number · Delivery date · Client · Phone · Item · Qty…');
});
