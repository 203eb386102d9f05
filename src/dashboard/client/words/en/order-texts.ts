/** Texts of an order that have one name in its form, its history, a refusal and a file. */
export const ORDER_TEXTS_EN = {
  platform: 'Ordered through',
  comment: 'Comment',
  managerComment: 'Internal note',
  cardText: 'Card message',
};
