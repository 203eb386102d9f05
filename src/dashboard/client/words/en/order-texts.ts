/** The names of fields that are the same in an order's form, its history, a refusal and a file. */
export const ORDER_TEXTS_EN = {
  platform: 'Ordered through',
  comment: 'Comment',
  managerComment: 'Internal note',
  cardText: 'Card message',
};
