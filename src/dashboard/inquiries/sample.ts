import type { Language } from '../../base/index.ts';
export const samplePayload = (language: Language) =>
  language === 'ru'
    ? {
        имя: 'Анна Смирнова',
        телефон: '+7 912 000-00-00',
        сообщение: 'Здравствуйте! Нужен букет на субботу, пионы или розы, до 5000 ₽. Доставка возможна?',
        страница: '/contacts',
      }
    : {
        name: 'Anna Smith',
        phone: '+7 912 000-00-00',
        message: 'Hello! I need a bouquet for Saturday, peonies or roses, up to 5,000 roubles. Do you deliver?',
        page: '/contacts',
      };
