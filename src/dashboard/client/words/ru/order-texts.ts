/** The names of fields that are the same in an order's form, its history, a refusal and a file. */
export const ORDER_TEXTS_RU = {
  platform: 'Где оформили',
  comment: 'Комментарий',
  managerComment: 'Заметка для своих',
  cardText: 'Текст открытки',
};
