import type { DeliveryChartsWords } from '../en/delivery-charts.ts';
import { forms } from '../plural.ts';

export const DELIVERY_CHARTS_RU: DeliveryChartsWords = {
  attemptsCount: forms({ one: '# попытка', many: '# попыток', other: '# попытки' }),
  deliveries: 'Попытки по часам за 48 часов',
  deliveriesSummary: (all, failed) => `За 48 часов: ${all}, не удалось: ${failed}.`,
  hour: 'Час',
  limit: (time) => `${time}: попытка прекращается`,
  median: 'Половина быстрее',
  noHours: 'За последние 48 часов ничего не отправлялось.',
  onlyLast: forms({
    one: 'Учтена только # последняя попытка; более ранних на графиках нет.',
    many: 'Учтены только последние # попыток; более ранних на графиках нет.',
    other: 'Учтены только последние # попытки; более ранних на графиках нет.',
  }),
  p95: '95 из 100 быстрее',
  times: 'Время ответа по часам',
  timesSummary: (median, p95, limit) =>
    `В худший час половина попыток заняла больше ${median}, одна из двадцати — больше ${p95}. Через ${limit} Docket прекращает попытку.`,
};
