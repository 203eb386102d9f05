import type { OrderFormWords } from '../en/order-form.ts';
import { forms } from '../plural.ts';

export const ORDER_FORM_RU: OrderFormWords = {
  suggestions: 'Подсказки',
  suggested: forms({ one: '# подсказка', few: '# подсказки', many: '# подсказок', other: '# подсказки' }),
  onHand: (pieces) => `в наличии ${pieces}`,
  clientHint: 'Начните с телефона или имени: найдутся те, кто уже заказывал.',
  before: 'Прошлые заказы',
  again: 'Повторить',
  moreItems: forms({ one: 'и ещё #', few: 'и ещё #', many: 'и ещё #', other: 'и ещё #' }),
  clientComment: 'Комментарий клиента',
  usualTimes: 'Обычное время',
  notes: 'Заметки и открытка',
  preview: 'Так выглядит бланк',
  itemsSoFar: forms({ one: '# позиция', few: '# позиции', many: '# позиций', other: '# позиции' }),
  askTitle: 'Сохранить так?',
  askSlot: (from, to) => `Время заканчивается в ${to}, раньше, чем начинается: в ${from}. Это уже после полуночи?`,
  askPhone: (phone) => `«${phone}» не похоже на номер телефона.`,
  backToForm: 'Исправить',
  saveAnyway: 'Всё равно сохранить',
};
