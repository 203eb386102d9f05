import { language } from '../words/language.ts';

const SERVICES = {
  ru: 'https://yandex.ru/maps/?text=',
  en: 'https://www.openstreetmap.org/search?query=',
};

/** Where a map shows an address of a shop. */
export const mapAddress = (address: string): string => `${SERVICES[language.value]}${encodeURIComponent(address)}`;
