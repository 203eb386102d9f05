export const ORDER_TEXTS_RU = {
  platform: 'Где оформили',
  comment: 'Комментарий',
  managerComment: 'Заметка для своих',
  cardText: 'Текст открытки',
};
