import type { DeliveryText } from '../../../../orders/index.ts';

export const ORDER_TEXTS_RU = {
  platform: 'Где оформили',
  comment: 'Комментарий',
  managerComment: 'Заметка для своих',
  cardText: 'Текст открытки',
};

export const DELIVERY_TEXTS_RU = {
  deliveryType: 'Способ доставки',
  adress: 'Адрес',
  flat: 'Квартира',
} satisfies Record<DeliveryText, string>;
