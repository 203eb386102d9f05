export const ZONE_EN = {
  label: 'Time zone',
  hint: 'Type a city or +3. Days in lists and totals follow it.',
  stays: 'Dates of existing orders don’t change.',
  unknown: 'There is no such time zone. Choose one from the list.',
};

export const ZONE_RU: typeof ZONE_EN = {
  label: 'Часовой пояс',
  hint: 'Наберите город или +3. По этому поясу считаются дни в списках и итогах.',
  stays: 'Даты уже созданных заказов не изменятся.',
  unknown: 'Такого часового пояса нет. Выберите из списка.',
};
