import type { Language } from '../base/index.ts';

export interface DemoWords {
  readonly shop: string;
  readonly keys: readonly [site: string, chatbot: string, till: string];
  readonly platforms: Readonly<Record<'site' | 'telegram' | 'till' | 'phone', string>>;
  readonly names: readonly string[];
  readonly streets: readonly string[];
  /** The names of the products in `demo-catalogue.ts`, in the same sequence. */
  readonly products: readonly string[];
  readonly categories: Readonly<Record<'bouquets' | 'extras', string>>;
  readonly cards: readonly (string | null)[];
  readonly wishes: readonly string[];
  readonly callBefore: string;
  readonly rewrap: string;
  readonly called: string;
  readonly onTheWay: string;
  readonly courier: string;
  readonly pickup: string;
}

const RU: DemoWords = {
  shop: 'Цветочная лавка',
  keys: ['Сайт', 'Телеграм-бот', 'Касса'],
  platforms: { site: 'Сайт', telegram: 'Телеграм', till: 'Касса', phone: 'Телефон' },
  names: [
    'Мария Иванова',
    'Анна Смирнова',
    'Олег Кузнецов',
    'Елена Попова',
    'Дмитрий Соколов',
    'Ольга Лебедева',
    'Игорь Новиков',
    'Наталья Морозова',
  ],
  streets: ['ул. Ленина', 'пр. Мира', 'ул. Садовая', 'Цветной бульвар', 'ул. Чехова', 'наб. Реки Фонтанки'],
  products: [
    'Букет «Весна», 15 роз',
    'Пионы, 9 шт. 🌸',
    'Тюльпаны, 25 шт. 🌷',
    'Хризантемы, 7 веток',
    'Цветы в коробке «Мини»',
    'Открытка',
    'Лента атласная, м',
    'Ваза стеклянная',
  ],
  categories: { bouquets: 'Букеты', extras: 'К букету' },
  cards: ['С днём рождения!', 'Люблю тебя ❤️', 'С юбилеем, мама!', 'Спасибо за всё', null],
  wishes: [
    'Букет невесты к субботе',
    'Оформление витрины',
    'Цветы в офис каждую неделю',
    'Букет до 3000 ₽',
    'Композиция на юбилей',
  ],
  callBefore: 'Позвонить за час',
  rewrap: 'Переложить в крафт',
  called: 'Перезвонили, ждём ответа.',
  onTheWay: 'В доставке',
  courier: 'Курьер',
  pickup: 'Самовывоз',
};

const EN: DemoWords = {
  shop: 'The Flower Shop',
  keys: ['Site', 'Telegram bot', 'Till'],
  platforms: { site: 'Site', telegram: 'Telegram', till: 'Till', phone: 'Phone' },
  names: [
    'Mary Baker',
    'Anna Collins',
    'Oliver King',
    'Helen Porter',
    'Daniel Ward',
    'Olivia Swan',
    'Edward Newman',
    'Natalie Frost',
  ],
  streets: ['Mill Lane', 'Station Road', 'Garden Street', 'Market Square', 'Church Hill', 'River Walk'],
  products: [
    'Bouquet “Spring”, 15 roses',
    'Peonies, 9 stems 🌸',
    'Tulips, 25 stems 🌷',
    'Chrysanthemums, 7 stems',
    'Flower box “Mini”',
    'Card',
    'Satin ribbon, m',
    'Glass vase',
  ],
  categories: { bouquets: 'Bouquets', extras: 'Extras' },
  cards: ['Happy birthday!', 'I love you ❤️', 'Happy anniversary, Mum!', 'Thank you for everything', null],
  wishes: [
    'A bridal bouquet for Saturday',
    'Flowers for our shop window',
    'Flowers for the office, every week',
    'A bouquet for up to ₽3,000',
    'An arrangement for an anniversary',
  ],
  callBefore: 'Call an hour before',
  rewrap: 'Wrap it in kraft paper instead',
  called: 'Called back, waiting for an answer.',
  onTheWay: 'On the way',
  courier: 'Courier',
  pickup: 'Pickup',
};

export const DEMO_WORDS: Readonly<Record<Language, DemoWords>> = { en: EN, ru: RU };
