export const METHODS_EN = { cash: 'Cash', card: 'Card', sbp: 'Fast payment (SBP)', transfer: 'Bank transfer' };
export const METHODS_RU: typeof METHODS_EN = {
  cash: 'Наличные',
  card: 'Карта',
  sbp: 'СБП',
  transfer: 'Перевод на счёт',
};
