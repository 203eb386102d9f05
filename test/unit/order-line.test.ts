import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { firstNameOf, learnNames } from '../../src/dashboard/client/features/orders/order-form/one-line/first-names.ts';
import * as names from '../../src/dashboard/client/features/orders/order-form/one-line/known-names.ts';
import {
  matchProduct,
  meantBy,
  quantityOf,
  searchFor,
} from '../../src/dashboard/client/features/orders/order-form/one-line/match-product.ts';
import type { Part } from '../../src/dashboard/client/features/orders/order-form/one-line/part.ts';
import { readLine } from '../../src/dashboard/client/features/orders/order-form/one-line/read-line.ts';
import { paidIn, paymentIn } from '../../src/dashboard/client/features/orders/order-form/one-line/remarks.ts';
import { foldBlanks } from '../../src/dashboard/client/features/orders/order-form/one-line/scan.ts';
import { wayOf } from '../../src/dashboard/client/features/orders/order-form/one-line/ways.ts';

learnNames(names);

/** A Thursday. */
const TODAY = '2026-11-26';

/** A part as a short text, such as `date 2026-11-27`; an item is `item 25 tulips @120`. */
function told({ kind, value }: Part): string {
  if (typeof value === 'string') return `${kind} ${value}`;
  if ('phone' in value) return `recipient ${value.name} ${value.phone}`;
  if ('name' in value) return `item ${value.quantity} ${value.name}${value.price === '' ? '' : ` @${value.price}`}`;
  return `slot ${value.timeStart}-${value.timeEnd}`;
}

const partsOf = (line: string): string[] => readLine(line, TODAY).map(told);

/** Expects these parts and no others, such as `name Anna|tail 4429`. */
function isReadAs(line: string, parts: string): void {
  expect(partsOf(line).join('|')).toBe(parts);
}

test.each([
  // The line of the manual in both languages, also in another sequence and without commas.
  ['Anna 4429, 25 tulips, tomorrow 12-14', 'name Anna|tail 4429|item 25 tulips|date 2026-11-27|slot 12:00-14:00'],
  ['Анна 4429, 25 тюльпанов, завтра 12-14', 'name Анна|tail 4429|item 25 тюльпанов|date 2026-11-27|slot 12:00-14:00'],
  ['tomorrow 12-14 25 tulips, Anna 4429', 'date 2026-11-27|slot 12:00-14:00|item 25 tulips|name Anna|tail 4429'],
  ['4429 25 tulips tomorrow 12-14', 'tail 4429|item 25 tulips|date 2026-11-27|slot 12:00-14:00'],
  [
    'Иван, 15 роз по 200 на Ленина 5 завтра после 17',
    'name Иван|item 15 роз @200|address Ленина 5|date 2026-11-27|slot 17:00-',
  ],
  [
    'Anna +7 912 330-44-29 25 tulips @120, 2x box @350, Friday after 5, delivery to Lake street 5, apt 7',
    'name Anna|phone +7 912 330-44-29|item 25 tulips @120|item 2 box @350|date 2026-11-27|slot 17:00-|way delivery|address Lake street 5|flat 7',
  ],
  [
    'Мария 89123304429, тюльпаны 25 шт по 120, коробка х2 по 350, в субботу к 18, доставка на ул. Ленина, 5, кв 7',
    'name Мария|phone 89123304429|item 25 тюльпаны @120|item 2 коробка @350|date 2026-11-28|slot -18:00|way delivery|address ул. Ленина, 5|flat 7',
  ],
  [
    'Ольга 8 (912) 330-44-29 самовывоз 24.11 с 12 до 14 две розы',
    'name Ольга|phone 8 (912) 330-44-29|way pickup|date 2026-11-24|slot 12:00-14:00|item 2 розы',
  ],
  [
    'по адресу Невский проспект 12 кв 5, доставка 300, 3 розы по 250 ₽',
    'address Невский проспект 12|flat 5|deliveryPrice 300|item 3 розы @250',
  ],
])('the whole line %p is understood', isReadAs);

test.each([
  ['Anna +79123304429', 'name Anna|phone +79123304429'],
  ['+7 (912) 330 44 29 Анна', 'phone +7 (912) 330 44 29|name Анна'],
  ['912 330-44-29 Оля', 'phone 912 330-44-29|name Оля'],
  ['+44 7911 123456 25 tulips', 'phone +44 7911 123456|item 25 tulips'],
  ['+1 (415) 555-0100', 'phone +1 (415) 555-0100'],
  ['55-66-77 Anna', 'phone 55-66-77|name Anna'],
  // Four digits with a unit are not the end of a phone.
  ['1000 шт роз', 'item 1000 роз'],
])('the client is read from %p', isReadAs);

test.each([
  ['25 tulips', 'item 25 tulips'],
  ['tulips 25', 'item 25 tulips'],
  ['x25 tulips', 'item 25 tulips'],
  ['2x box', 'item 2 box'],
  ['коробка ×2', 'item 2 коробка'],
  ['тюльпаны - 25', 'item 25 тюльпаны'],
  ['25 штук тюльпанов', 'item 25 тюльпанов'],
  ['25 pcs tulips', 'item 25 tulips'],
  ['ten roses', 'item 10 roses'],
  ['земля 2,5 кг', 'item 2.5 земля'],
  ['25 tulips @ 120.50', 'item 25 tulips @120.50'],
  ['25 тюльпанов по 120,50 руб', 'item 25 тюльпанов @120.50'],
  ['25 тюльпанов, по 120', 'item 25 тюльпанов @120'],
  ['11 роз 150 руб/шт', 'item 11 роз @150'],
  ['11 white roses 150 rub each', 'item 11 white roses @150'],
  ['эвкалипт 2 ветки по 150', 'item 2 эвкалипт @150'],
  // Docket itself writes thousands with a comma in English.
  ['3 vases at 1,100 each', 'item 3 vases @1100'],
  ['25 tulips @120,50', 'item 25 tulips @120.50'],
  ['розы 0,350 кг по 900', 'item 0.350 розы @900'],
  ['1 букет по 12 500 рублей', 'item 1 букет @12500'],
])('the items are read from %p', isReadAs);

test.each([
  ['9 пионов 4500 руб', 'item 9 пионов|unsure 4500 руб'],
  ['тюльпаны 25 шт 120₽', 'item 25 тюльпаны|unsure 120₽'],
  ['15 red roses ₽3,000', 'item 15 red roses|unsure ₽3,000'],
])('a sum that may be a total is not taken as the price of one piece: %p', isReadAs);

test.each([
  ['улица 8 Марта 5, завтра', 'address улица 8 Марта 5|date 2026-11-27'],
  ['ул. 1 Мая 12 кв 4', 'address ул. 1 Мая 12|flat 4'],
  ['8 марта 10-12', 'date 2027-03-08|slot 10:00-12:00'],
  ['Ленинский проспект 45к2 кв 10', 'address Ленинский проспект 45к2|flat 10'],
  ['courier 1,000', 'deliveryPrice 1000'],
  ['скидка 1 000', 'discount 1000'],
  ['card: Mum, happy 60th birthday!, Anna 4429', 'card Mum, happy 60th birthday!|name Anna|tail 4429'],
  ['note: no lilies, allergic, tomorrow', 'note no lilies, allergic|date 2026-11-27'],
  ['bouquet 3,500, Anna 4429', 'item 1 bouquet @3500|name Anna|tail 4429'],
  ['Mary 1077, for her mother +7 921 111-22-33', 'name Mary|tail 1077|recipient her mother +7 921 111-22-33'],
  ['Анна 4429, получатель мама Вера 89261110072', 'name Анна|tail 4429|recipient мама Вера 89261110072'],
  ['Anna, 25 tulips for her birthday 89261110072', 'name Anna|item 25 tulips for her birthday|phone 89261110072'],
  ['card: Mum, 5м ленты', 'card Mum|item 5 ленты'],
  ['Anna, 25 tulips for tomorrow 89261110072', 'name Anna|item 25 tulips|date 2026-11-27|phone 89261110072'],
])('an ambiguous line is read as its writer meant: %p', isReadAs);

test('each of several items has its own price, and a quantity of 0 makes no item', () => {
  isReadAs('25 tulips @120 and 1 box @350', 'item 25 tulips @120|item 1 box @350');
  isReadAs('25 роз по 200 и 1 коробка по 350, + 2 открытки', 'item 25 роз @200|item 1 коробка @350|item 2 открытки');
  expect(partsOf('0 roses').filter((part) => part.startsWith('item'))).toEqual([]);
});

test.each([
  ['today', '2026-11-26'],
  ['Сегодня', '2026-11-26'],
  ['послезавтра', '2026-11-28'],
  ['in 3 days', '2026-11-29'],
  ['через 3 дня', '2026-11-29'],
  ['on Fri', '2026-11-27'],
  ['next Saturday', '2026-12-05'],
  ['thursday', '2026-12-03'],
  ['next monday', '2026-11-30'],
  ['пт', '2026-11-27'],
  ['в пятницу', '2026-11-27'],
  ['во вторник', '2026-12-01'],
  ['в следующую субботу', '2026-12-05'],
  ['24.11.26', '2026-11-24'],
  ['24/12/2026', '2026-12-24'],
  ['2026-12-01', '2026-12-01'],
  ['Nov 24', '2026-11-24'],
  ['24 November', '2026-11-24'],
  ['March 8, 2027', '2027-03-08'],
  ['8 марта', '2027-03-08'],
  ['на 8 марта 2027', '2027-03-08'],
  ['31 дек', '2026-12-31'],
  ['на двадцать пятое декабря', '2026-12-25'],
  ['тридцать первого декабря', '2026-12-31'],
  ['5-ое декабря', '2026-12-05'],
  ['третьего числа', '2026-12-03'],
  ['завтро', '2026-11-27'],
  ['на завтар', '2026-11-27'],
  ['севодня', '2026-11-26'],
  ['в суботу', '2026-11-28'],
  ['в субботту', '2026-11-28'],
  ['не завтра, а в среду', '2026-12-02'],
  ['не в пятницу а 5 декабря', '2026-12-05'],
])('the day is read from %p', (line, date) => {
  expect(partsOf(line).filter((part) => part.startsWith('date'))).toEqual([`date ${date}`]);
});

test.each([
  ['12-14', '12:00-14:00'],
  ['12–14', '12:00-14:00'],
  ['from 12 to 14', '12:00-14:00'],
  ['between 10 and 12', '10:00-12:00'],
  ['5-7pm', '17:00-19:00'],
  ['9-5', '09:00-17:00'],
  ['2-4', '14:00-16:00'],
  ['11am-1pm', '11:00-13:00'],
  ['22:00-02:00', '22:00-02:00'],
  ['после 5 вечера', '17:00-'],
  ['by 6pm', '-18:00'],
  ['18:00', '18:00-'],
  ['к семи вечера', '-19:00'],
  ['половина десятого', '09:30-'],
])('the time is read from %p', (line, slot) => {
  isReadAs(line, `slot ${slot}`);
  isReadAs(`Анна, ${line}, 25 роз`, `name Анна|slot ${slot}|item 25 роз`);
});

test.each([
  ['5.12 до 12', 'date 2026-12-05|slot -12:00'],
  ['5.12 до 12:00', 'date 2026-12-05|slot -12:00'],
  ['5.12 до 7 вечера', 'date 2026-12-05|slot -19:00'],
  ['5.12 till 5pm', 'date 2026-12-05|slot -17:00'],
  ['5.12 until 12', 'date 2026-12-05|slot -12:00'],
  ['5.12 after 12', 'date 2026-12-05|slot 12:00-'],
  ['Saturday 5.12 till 12', 'unsure Saturday|date 2026-12-05|slot -12:00'],
  ['5.12 and 12 roses', 'date 2026-12-05|item 12 roses'],
  // "9.30" can only be a time. "9.10" may also be October 9, but the rest of these lines shows that it is a time.
  ['9.30 до 11', 'slot 09:30-11:00'],
  ['9.10 до 11.30', 'slot 09:10-11:30'],
  ['с 9.10 до 12', 'slot 09:10-12:00'],
  ['between 9.10 and 12', 'slot 09:10-12:00'],
  ['завтра 9.10 до 12', 'date 2026-11-27|slot 09:10-12:00'],
  // No shop is open at 5:12, so "5.12" is a day here, even though "завтра" (tomorrow) is a day too.
  ['завтра 5.12 до 12', 'unsure завтра|date 2026-12-05|slot -12:00'],
])('two numbers joined by a point are a day if such a day exists, and otherwise a time: %p', isReadAs);

test.each([
  ['delivery', 'way delivery'],
  ['с доставкой', 'way delivery'],
  ['pick-up', 'way pickup'],
  ['курьер 350', 'deliveryPrice 350'],
  ['Садовая 1', 'address Садовая 1'],
  ['Большая Садовая 10б', 'address Большая Садовая 10б'],
  ['old mill rd. 7a', 'address old mill rd. 7a'],
  ['Садовая улица 1', 'address Садовая улица 1'],
  ['на ул. Ленина, д. 5', 'address ул. Ленина, д. 5'],
  ['по адресу: Садовая, 12/3', 'address Садовая, 12/3'],
  ['address Harbour View', 'address Harbour View'],
  ['пр. Мира 10', 'address пр. Мира 10'],
])('the delivery method and the address are read from %p', isReadAs);

test.each([
  ['delivery Lenina 5', 'way delivery|address Lenina 5'],
  ['3 roses, delivery, Lenina 5', 'item 3 roses|way delivery|address Lenina 5'],
  ['доставка 350 Ленина 5', 'deliveryPrice 350|address Ленина 5'],
  ['дост. 350 весна', 'deliveryPrice 350|unsure весна'],
  ['весна, 350 р доставка, Ленина 5', 'unsure весна|deliveryPrice 350|address Ленина 5'],
  ['basket £65, £5 delivery', 'item 1 basket @65|deliveryPrice 5'],
  ['delivery 25 tulips', 'way delivery|item 25 tulips'],
  // The number counts the flowers, so it is not the price of the delivery.
  ['курьер 25 роз', 'way delivery|item 25 роз'],
  ['Anna, pick-up, Roses 5', 'name Anna|way pickup|item 5 Roses'],
])('a street and a house after a word for delivery are the address: %p', isReadAs);

test.each([
  ['открытка С днём рождения, 3 розы', 'card С днём рождения|item 3 розы'],
  ['3 roses, card Happy birthday', 'item 3 roses|card Happy birthday'],
  ['card with all our love, 5 roses', 'card with all our love|item 5 roses'],
  ['открытка и ваза', 'unsure открытка и ваза'],
  ['card and vase', 'unsure card and vase'],
  ['3 roses, card and a vase', 'item 3 roses|unsure card and a vase'],
  ['5 roses, paid by card', 'item 5 roses|unsure paid by card'],
  ['5 roses, deposit 500 cash', 'item 5 roses|unsure deposit 500 cash'],
  ['5 roses Amy 2000 paid card', 'item 5 roses|name Amy|unsure 2000 paid card'],
  ['5 roses, paid card Jane Smith', 'item 5 roses|unsure paid card|name Jane Smith'],
  ['5 roses, note no pink', 'item 5 roses|note no pink'],
  ['5 роз, пожелание: без розовых, позвонить', 'item 5 роз|note без розовых, позвонить'],
  ['5 roses, paid 1000', 'item 5 roses|unsure paid 1000'],
  ['5 роз, предоплата 1000 ₽', 'item 5 роз|unsure предоплата 1000 ₽'],
  ['5 roses, yesterday 12', 'item 5 roses|unsure yesterday 12'],
])('a card message, a wish or a payment is told apart from goods: %p', isReadAs);

test('words that only resemble a part of an order are not read as that part', () => {
  isReadAs('12 roses', 'item 12 roses');
  isReadAs('гортензия белая 3', 'item 3 гортензия белая');
  isReadAs(
    'Anna 4429, 12 roses, 12 Garden street, apt 7',
    'name Anna|tail 4429|item 12 roses|address 12 Garden street|flat 7',
  );
  for (const line of ['завтрак', 'на день рождения', 'for my mother', '1 2 3 4 5 6', '31.02.2026', '25:70']) {
    expect(partsOf(line).filter((part) => !/^(?:name|unsure) /.test(part))).toEqual([]);
  }
  expect(partsOf('5-7 шт роз').some((part) => part.startsWith('slot'))).toBe(false);
  expect([wayOf('Самовывоз из магазина'), wayOf('Courier'), wayOf('by bicycle')]).toEqual([
    'pickup',
    'delivery',
    undefined,
  ]);
  expect(['Takeaway', 'Забирает сам', 'Забрать в магазине'].map(wayOf)).toEqual(['pickup', 'pickup', 'pickup']);
});

test.each([
  [
    'Helen Porter, 2 peonies, Mon 10am, courier, Lenina 5-12',
    'name Helen Porter|item 2 peonies|date 2026-11-30|slot 10:00-|way delivery|address Lenina 5-12',
  ],
  [
    'Елена, 2 пиона, завтра в 10 утра, курьером, Ленина 5-12',
    'name Елена|item 2 пиона|date 2026-11-27|slot 10:00-|way delivery|address Ленина 5-12',
  ],
  ['Анна, 3 розы, Ленина 5-8', 'name Анна|item 3 розы|address Ленина 5-8'],
  ['Анна, 3 розы, на Ленина 5-8', 'name Анна|item 3 розы|address Ленина 5-8'],
  ['Anna, lenina 5-12', 'name Anna|unsure lenina 5-12'],
  ['Anna, lenina 5-8, 10am', 'name Anna|unsure lenina 5-8|slot 10:00-'],
  // "12-14" means hours if it directly follows a client's name, a word for a day, or a delivery method.
  ['Anna 12-14, 3 roses', 'name Anna|slot 12:00-14:00|item 3 roses'],
  ['3 roses, Tomorrow 12-14', 'item 3 roses|date 2026-11-27|slot 12:00-14:00'],
  ['3 roses, Pickup 12-14, call at 5pm', 'item 3 roses|way pickup|slot 12:00-14:00|unsure call at 5pm'],
  ['3 розы, Доставка 12-14', 'item 3 розы|way delivery|slot 12:00-14:00'],
  ['3 розы, на Лесную 7-15, завтра', 'item 3 розы|address Лесную 7-15|date 2026-11-27'],
  ['3 розы, на лесную 7-15', 'item 3 розы|address лесную 7-15'],
  ['доставка Мира 10-2 завтра', 'way delivery|address Мира 10-2|date 2026-11-27'],
  ['весна Мира 10-2 завтра', 'unsure весна|address Мира 10-2|date 2026-11-27'],
  ['Лесная 7-15, завтра', 'address Лесная 7-15|date 2026-11-27'],
  ['букет на свадьбу 10-12', 'unsure букет на свадьбу|slot 10:00-12:00'],
])('numbers such as 7-15 after a street are read as a house and a flat, not as hours: %p', isReadAs);

test.each([
  [
    'Anna +7 912 330-44-29, 15 roses; for Olga +7 921 111 22 33',
    'name Anna|phone +7 912 330-44-29|item 15 roses|recipient Olga +7 921 111 22 33',
  ],
  [
    'для Ольги +7 921 111 22 33, 15 роз, Анна +7 912 330-44-29',
    'recipient Ольга +7 921 111 22 33|item 15 роз|name Анна|phone +7 912 330-44-29',
  ],
  [
    'Anna +7 912 330-44-29, 15 roses, +44 7911 123456 25 boxes',
    'name Anna|phone +7 912 330-44-29|item 15 roses|unsure +44 7911 123456|item 25 boxes',
  ],
  [
    'Anna 4429, 15 roses; for Olga +7 921 111-22-33',
    'name Anna|tail 4429|item 15 roses|recipient Olga +7 921 111-22-33',
  ],
  // A phone of somebody else is not the client's, even if it is the only one.
  ['15 roses for Olga +7 921 111 22 33', 'item 15 roses|recipient Olga +7 921 111 22 33'],
])('the phone of a recipient is not a quantity of goods: %p', isReadAs);

test.each([
  ['Olga 11 roses red today 6 pm', 'name Olga|item 11 roses red|date 2026-11-26|slot 18:00-'],
  ['Anna Collins 25 tulips tomorrow at 5pm', 'name Anna Collins|item 25 tulips|date 2026-11-27|slot 17:00-'],
  ['Roses 25 red, Anna 4429', 'unsure Roses 25 red|name Anna|tail 4429'],
])('a name at the beginning is recognized without a comma: %p', isReadAs);

test.each([
  ['2 bouquets spring, pickup today 18', 'item 2 bouquets spring|way pickup|date 2026-11-26|slot 18:00-'],
  ['pickup 18, 3 roses', 'way pickup|slot 18:00-|item 3 roses'],
  ['самовывоз 8', 'way pickup|slot 08:00-'],
  ['pickup 7', 'way pickup|unsure 7'],
  ['pickup 23', 'way pickup|unsure 23'],
  ['pickup 18 roses', 'way pickup|item 18 roses'],
  ['delivery 18', 'deliveryPrice 18'],
])('a number after a day or a pick-up is an hour if no goods follow: %p', isReadAs);

test.each([
  ['15 roses 2990', 'item 15 roses|unsure 2990'],
  ['15 роз 2990, Анна 4429', 'item 15 роз|unsure 2990|name Анна|tail 4429'],
  ['15 роз 299', 'item 15 роз|unsure 299'],
  ['две розы 500', 'item 2 розы|unsure 500'],
  ['Olga 11 roses red 2990', 'name Olga|item 11 roses red|unsure 2990'],
  ['3 букета № 101', 'item 3 букета № 101'],
  ['5 роза 60', 'item 5 роза 60'],
])('a bare number after goods is neither a price nor part of a name: %p', isReadAs);

test.each([
  // The letter that begins a name is not a multiplication sign.
  ['Анна 4429, 7 хризантем, завтра 12-14', 'name Анна|tail 4429|item 7 хризантем|date 2026-11-27|slot 12:00-14:00'],
  [
    'Anna 4429, 7 xeranthemums, tomorrow 12-14',
    'name Anna|tail 4429|item 7 xeranthemums|date 2026-11-27|slot 12:00-14:00',
  ],
  ['3 хризантемы, ваза х 2', 'item 3 хризантемы|item 2 ваза'],
  ['vase x 1', 'item 1 vase'],
  [
    '25 тюльпанов, курьер, Ленина 5, подъезд 2, этаж 5, домофон 45к12, корпус 3',
    'item 25 тюльпанов|way delivery|address Ленина 5|detail подъезд 2|detail этаж 5|detail домофон 45к12|detail корпус 3',
  ],
  [
    '25 tulips, courier, Lenina 5, building 3, entrance 2, 5th floor, code 45',
    'item 25 tulips|way delivery|address Lenina 5|detail building 3|detail entrance 2|detail 5th floor|detail code 45',
  ],
  ['ул. Ленина 5 кв 12 подъезд 2 этаж 5', 'address ул. Ленина 5|flat 12|detail подъезд 2|detail этаж 5'],
  ['25 tulips, floor 5', 'item 25 tulips|unsure floor 5'],
  ['доставка: Садовая 5, кв. 12, кв. 14', 'way delivery|address Садовая 5|flat 12|unsure кв. 14'],
  ['3 розы, Невский проспект 20-15', 'item 3 розы|address Невский проспект 20-15'],
  ['3 розы, Невский проспект 12-15', 'item 3 розы|address Невский проспект 12-15'],
  ['Катя, 2 коробки по 1500, ваза 900 р', 'name Катя|item 2 коробки @1500|item 1 ваза @900'],
  ['Kate, 2 boxes at 1500, vase 900 rub', 'name Kate|item 2 boxes @1500|item 1 vase @900'],
  ['2 vases 1000 each', 'item 2 vases @1000'],
  ['25 роз, открытка, 500 р', 'item 25 роз|unsure открытка|unsure 500 р'],
  // A large number is not a quantity.
  [
    'Анна Смирнова 4429 букет весна завтра 12-14',
    'name Анна Смирнова|tail 4429|unsure букет весна|date 2026-11-27|slot 12:00-14:00',
  ],
  ['4429 тюльпаны завтра 12-14', 'tail 4429|unsure тюльпаны|date 2026-11-27|slot 12:00-14:00'],
  ['розы x600, 700 шт тюльпанов', 'item 600 розы|item 700 тюльпанов'],
  ['card Love you, Mum, 3 roses', 'card Love you, Mum|item 3 roses'],
  ['31 Feb 12-14', 'unsure 31 Feb|slot 12:00-14:00'],
  ['tomorrow 14-12', 'date 2026-11-27|unsure 14-12'],
  ['самовывоз, доставка', 'way pickup|unsure доставка'],
  ['89211234567, 3 roses, cash', 'phone 89211234567|item 3 roses|unsure cash'],
])('words without a clear meaning are kept as questions, not guessed: %p', isReadAs);

test.each([
  // A sum after a bouquet or a wreath is its price, not the end of a phone.
  ['mixed bouquet 4000, Helen 0099', 'item 1 mixed bouquet @4000|name Helen|tail 0099'],
  ['89211234567, букет весна 3500', 'phone 89211234567|item 1 букет весна @3500'],
  ['funeral wreath 6500', 'item 1 funeral wreath @6500'],
  ['два букета 5000, Анна 4429', 'item 2 букета|unsure 5000|name Анна|tail 4429'],
  ['bouquet 101, Anna 4429', 'item 101 bouquet|name Anna|tail 4429'],
  ['Anna 4429, change 5000', 'name Anna|tail 4429|unsure change|unsure 5000'],
  ['Юля 8926, букет на 5000', 'name Юля|tail 8926|item 1 букет @5000'],
  ['букет на сумму 5000', 'item 1 букет @5000'],
  // A sum for several pieces is divided if each piece then has a whole price.
  ['21 roses for 6300', 'item 21 roses @300'],
  ['25 роз за 5000', 'item 25 роз @200'],
  ['3 bouquets for 5000', 'item 1 3 bouquets @5000'],
  ['2 vases 2400', 'item 2 vases|unsure 2400'],
  ['Irina tel 89261110046, 5 roses', 'name Irina|phone 89261110046|item 5 roses'],
  ['Игорь, тел. 8 926 111-00-46', 'name Игорь|phone 8 926 111-00-46'],
  ['Игорь т. 89261110046', 'name Игорь|phone 89261110046'],
  ['Анна 4429, 5 роз, для мамы, тел 89261110072', 'name Анна|tail 4429|item 5 роз|recipient мамы 89261110072'],
  ['new client Kate 89261234567', 'name Kate|phone 89261234567'],
  ['новая клиентка Катя 89261234567', 'name Катя|phone 89261234567'],
  ['Анна 4429 хочет 25 тюльпанов', 'name Анна|tail 4429|item 25 тюльпанов'],
  ['получатель: Нина Петровна, 5 роз', 'recipient Нина Петровна |item 5 роз'],
  ['tonight 19:00', 'date 2026-11-26|slot 19:00-'],
  ['7 числа', 'date 2026-12-07'],
  ['26 числа', 'date 2026-11-26'],
  ['31 числа', 'unsure 31 числа'],
  ['on the 5th, 3 roses', 'date 2026-12-05|item 3 roses'],
  ['to Oak street 9, the 5th floor', 'address Oak street 9|unsure the|detail 5th floor'],
  ['two dozen roses', 'item 24 roses'],
  ['полдюжины роз', 'item 6 роз'],
  ['5-го в 14, 3 розы', 'date 2026-12-05|slot 14:00-|item 3 розы'],
  ['завтра заберёт сама', 'date 2026-11-27|way pickup'],
  ['tomorrow 14-16, to Oak street 3 by 5pm', 'date 2026-11-27|slot 14:00-16:00|address Oak street 3|unsure by 5pm'],
  ['5 roses, for Olga at Rose Street 7', 'item 5 roses|recipient Olga |address Rose Street 7'],
  ['courier 350 to Mill Road 14', 'deliveryPrice 350|address Mill Road 14'],
  ['деревня Сосновка, дом 4', 'address деревня Сосновка, дом 4'],
  ['пос. Лесной, ул. Мира 5', 'detail пос. Лесной|address ул. Мира 5'],
  ['г. Химки, ул. Мира 5, оф. 12', 'detail г. Химки|address ул. Мира 5|flat 12'],
  ['земля 500 г. роза', 'unsure земля 500 г. роза'],
  ['Мира д 5 кв 7 эт 2 под 1', 'address Мира д 5|flat 7|detail эт 2|detail под 1'],
])('an everyday line is understood: %p', isReadAs);

/** Words that a line may have besides its parts. */
const CONNECTING = /^(?:and|at|by|for|from|in|on|plus|to|with|в|во|для|и|к|на|плюс|по|с|со)$/u;
/** Matches a price with the words around it, such as "по 250 руб". */
const PRICED = /(?:по|за|at|for)? ?@?(\d+(?: \d{3}(?!\d))*)( тысячи)? ?(?:руб|р|rub|each|шт)?/gu;

/** Returns prices of one flower that the line may contain. For example, a bouquet of 15 roses for 3000 gives 200. */
const perFlower = ({ name, price }: { readonly name: string; readonly price: string }): string[] =>
  [...name.matchAll(/\d+/gu)].map(([flowers]) => String(Number(price) / Number(flowers)));

/** Expects each word to be in a part, or in the price of an item. */
function expectNothingLost(line: string): void {
  expectSound(line);
  const parts = readLine(line, TODAY);
  const left = [...line];
  for (const { at, text } of parts) left.fill(' ', at, at + text.length);
  const prices = parts.flatMap(({ kind, value }) =>
    // "21 roses for 6300" are 300 each.
    kind === 'item' ? [value.price, String(Number(value.price) * Number(value.quantity)), ...perFlower(value)] : [],
  );
  const lost = left
    .join('')
    .replaceAll(PRICED, (text, sum: string, thousands = '') =>
      prices.includes(`${sum.replaceAll(' ', '')}${thousands && '000'}`) ? '' : text,
    )
    .match(/[\p{L}\p{N}]+/gu);
  expect([line, (lost ?? []).filter((word) => !CONNECTING.test(word))]).toEqual([line, []]);
  for (const part of parts) {
    if (part.kind === 'item' && Number(part.value.quantity) > 500) expect(part.text).toMatch(/шт|pcs|[xх×]/u);
  }
}

test.each([
  ['Anna 44-29, 25 tulips', 'name Anna|tail 4429|item 25 tulips'],
  ['Анна 44-29, 25 тюльпанов', 'name Анна|tail 4429|item 25 тюльпанов'],
  ['Helen Porter 98 62, 15 roses', 'name Helen Porter|tail 9862|item 15 roses'],
  ['44-29, 25 tulips', 'tail 4429|item 25 tulips'],
  ['25 роз, 44 29', 'item 25 роз|tail 4429'],
  // A street, a time and a range are not the end of a phone.
  ['25 tulips, Lenina 44-29', 'item 25 tulips|address Lenina 44-29'],
  ['Садовая 44-29, 25 роз', 'address Садовая 44-29|item 25 роз'],
])('the last digits of a phone may be written in pairs: %p', isReadAs);

test.each([
  ['25 tulips, Lenina 5 apt 7', 'item 25 tulips|address Lenina 5|flat 7'],
  ['25 тюльпанов, Ленина 5 кв 7', 'item 25 тюльпанов|address Ленина 5|flat 7'],
  ['Ленина 5, кв 7, подъезд 2, 25 роз', 'address Ленина 5|flat 7|detail подъезд 2|item 25 роз'],
  // Without an apartment or entrance, the name is read as goods.
  ['Тюльпаны 25, завтра', 'item 25 Тюльпаны|date 2026-11-27'],
])('a name before an apartment or entrance is read as an address even without the word “street”: %p', isReadAs);

test.each([
  ['Peter +79031110001, vase 100', 'name Peter|phone +79031110001|unsure vase|unsure 100'],
  ['две гортензии по 600 и эвкалипт 150, завтра', 'item 2 гортензии @600|unsure эвкалипт|unsure 150|date 2026-11-27'],
  // These numbers can only be quantities.
  ['роза 101, завтра', 'item 101 роза|date 2026-11-27'],
  ['100 roses', 'item 100 roses'],
  ['roses 150 pcs', 'item 150 roses'],
])('a round sum after a word for goods is not a quantity: %p', isReadAs);

test.each([
  [
    '25 tulips, tomorrow morning Baker Street 12 office 305',
    'item 25 tulips|date 2026-11-27|unsure morning|address Baker Street 12|flat 305',
  ],
  ['25 роз завтра утром Пушкина 12 офис 305', 'item 25 роз|date 2026-11-27|unsure утром|address Пушкина 12|flat 305'],
  ['25 роз, завтра к 9 утра', 'item 25 роз|date 2026-11-27|slot -09:00'],
  ['9 roses, courier, Nevsky pr 20 flat 5', 'item 9 roses|way delivery|address Nevsky pr 20|flat 5'],
  ['15 roses, tomorrow before noon', 'item 15 roses|date 2026-11-27|slot -12:00'],
  ['15 роз, завтра до обеда', 'item 15 роз|date 2026-11-27|unsure до обеда'],
  ['25 roses, call before delivery', 'item 25 roses|unsure call before delivery'],
  ['9862 пионы, завтра', 'tail 9862|unsure пионы|date 2026-11-27'],
])('words around a day, a delivery or a phone do not change how it is read: %p', isReadAs);

/** Parts of lines, by kind: people, goods, sums, times, places, and others. */
const WORDS = [
  'Анна|Kate|анна|Emma Stone|Ольге|от Павла|для Ольги|for Olga|для мамы|4429|89211234567|+7 921 123-45-67',
  '25 тюльпанов|7 хризантем|ваза х 2|tulips|букет|букет весна|роз 25|600 шт|x2|2 пачки по 25|two metres of ribbon',
  '600|3500|5000|по 120|at 1500|@150|5000 р|900 rub|за 5000|for 5000|1000 each',
  '3 тысячи|дала 500 рублей|paid 1000|cash|скидка 10%|300 off',
  'завтра|monday|31 Feb|24.11|31.11|12-14|14-12|к 18|к двум часам|half past two|5pm|через час|срочно|в 10 Юрий|10/2',
  'самовывоз|курьер|delivery 300|free delivery|Ленина 5|Lenina 5-12|ул. Мира 10|Советская 10/2|5 June Street',
  'кв 7|flat 8|подъезд 2|floor 5|2 этаж|код 45к1',
  'card: Happy, Mum|card saying Hello Mum|открытка «Маме»|note no pink|call back|и|with|plus|1 2 3',
].flatMap((kind) => kind.split('|'));

test('no word of a line is lost, and no large number becomes a quantity', () => {
  const word = fc.constantFrom(...WORDS);
  const line = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ', ', '; ')), { maxLength: 12 })
    .map((words) => words.flat().join('').trim());
  fc.assert(fc.property(line, expectNothingLost), { numRuns: 2_000, examples: [['31.11 card: Happy, Mum 31.11']] });
});

function searchesFor(line: string): number {
  using searches = spyOn(String.prototype, 'matchAll');
  readLine(line, TODAY);
  return searches.mock.calls.length;
}

test.each(['card Anna loves ', 'открытка Анна любит '])(
  'reading a line with twice as many “%s” takes at most twice the searches',
  (words) => {
    const [few, more] = [5, 10].map((count) => searchesFor(`${words.repeat(count)}you`));
    expect(more).toBeLessThanOrEqual(2 * (few ?? 0));
  },
);

const HOSTILE: readonly string[] = [
  '',
  ' ,;,\n,',
  '🌷'.repeat(5_000),
  '👨‍👩‍👧‍👦 25 🌷 @120',
  '1 '.repeat(5_000),
  '9'.repeat(20_000),
  'a, '.repeat(5_000),
  'и '.repeat(5_000),
  '12-14 '.repeat(2_000),
  `${'('.repeat(3_000)}912${')'.repeat(3_000)}`,
  'to '.repeat(3_000),
  '+7 '.repeat(3_000),
  'x2'.repeat(3_000),
  '\u0000\ufffc\u202e Anna \ufffc 25 tulips',
  '<script>alert(1)</script> 25 tulips',
  'İ 25 İİİ, ß 4429',
  '__proto__ 25 constructor',
  'a\t\t\u0000',
];

/** Expects each part to come from the line, and no two parts to share letters. */
function expectSound(line: string): void {
  const parts = readLine(line, TODAY);
  const plain = foldBlanks(line).replaceAll(/[\ufffc\u00a0\t\r\u202f]/gu, ' ');
  let end = 0;
  for (const { at, text } of parts) {
    expect(at).toBeGreaterThanOrEqual(end);
    expect(plain.slice(at, at + text.length)).toBe(text);
    end = at + text.length;
  }
  expect(parts.length).toBeLessThanOrEqual(400);
  expect(parts.filter(({ kind }) => kind === 'item').length).toBeLessThanOrEqual(20);
}

test.each(HOSTILE.map((line) => [line.slice(0, 30), line]))(
  'a hostile line is split into valid parts: %p',
  (_, line) => {
    expectSound(line);
  },
);

test.each(['to 25 Ленина', 'на на ул. Мира 5', 'Anna, to 5 Lake Street , 7'])(
  'each recognized part is a piece of the line %p',
  expectSound,
);

test('each recognized part of any line is a piece of that line, and no two parts overlap', () => {
  const words = '25|tulips|роз|12-14|завтра|4429|+79123304429|по|120|@120|на|Ленина|,|кв 7|x|🌷|24.11|к 18|to|₽';
  const word = fc.constantFrom(...words.split('|'));
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.array(word, { maxLength: 25 }).map((words) => words.join(' ')),
  );
  fc.assert(fc.property(line, expectSound));
});

const product = (name: string, sku: string | null = null) => ({ name, sku });

test.each([
  ['тюльпанов', ['Тюльпан', 'Роза'], 'Тюльпан'],
  ['тюльпаны', ['Тюльпан'], 'Тюльпан'],
  ['роз', ['Роза', 'Роза кустовая'], 'Роза'],
  ['красных роз', ['Роза белая', 'Роза красная'], 'Роза красная'],
  ['tulips', ['Tulip', 'Box'], 'Tulip'],
  ['boxes', ['Box'], 'Box'],
  ['Tulip', ['Tulips', 'Tulip'], 'Tulip'],
  // The florist chooses between two equally likely products.
  ['роз', ['Роза белая', 'Роза красная'], undefined],
  ['🌷', ['Тюльпан'], undefined],
  ['', ['Тюльпан'], undefined],
])('for the name %p, the match among the products %p is %p', (name, products, found) => {
  expect(
    matchProduct(
      name,
      products.map((one) => product(one)),
    )?.name,
  ).toBe(found as string);
});

test.each([
  ['25', '', 'Тюльпаны, 25 шт.', '1'],
  // The client may want 15 single roses instead of this bouquet.
  ['15', '', 'Букет «Весна», 15 роз', undefined],
  ['25', '', 'Tulips (25 stems)', '1'],
  ['1', '', 'Тюльпаны, 25 шт.', '1'],
  ['60', '', 'Роза 60 см', '60'],
  ['2', '', 'Земля 2 кг', '2'],
  // Neither ten tulips nor tulips with a price for each are a bunch of 25.
  ['10', '', 'Тюльпаны, 25 шт.', undefined],
  ['25', '120', 'Тюльпаны, 25 шт.', undefined],
])(
  'if the user types the quantity %p and the price %p for the product %p, the ordered quantity is %p',
  (quantity, price, name, meant) => {
    const good = { name: 'said', quantity, price };
    expect(quantityOf(good, product(name))).toBe(meant);
    const found = meantBy(good, new Map([['said', product(name)]]));
    expect(found).toEqual(
      meant === undefined ? { product: undefined, quantity } : { product: product(name), quantity: meant },
    );
  },
);

test.each([
  // The kind of goods alone may mean any product of that kind.
  ['букета', 'Букет «Весна», 15 роз', undefined, '3'],
  ['bouquets', 'Bouquet “Spring”, 15 roses', undefined, '3'],
  ['roses', 'Bouquet “Spring”, 15 roses', undefined, undefined],
  ['букета 15 роз', 'Букет «Весна», 15 роз', '3', '3'],
  ['коробки', 'Коробка', '3', '3'],
])(
  'if the user types 3 %p and the product is %p, the quantity is %p, or %p if the user types a price too',
  (name, of, plain, priced) => {
    expect(quantityOf({ name, quantity: '3', price: '' }, product(of))).toBe(plain);
    expect(quantityOf({ name, quantity: '3', price: '200' }, product(of))).toBe(priced);
  },
);

test.each([
  ['bouquet', '5000', 'Bouquet “Spring”, 15 roses', 2990, undefined],
  ['букет', '5000', 'Букет «Весна», 15 роз', 2990, undefined],
  ['букет', '2990', 'Букет «Весна», 15 роз', 2990, '1'],
  ['букет «весна»', '5000', 'Букет «Весна», 15 роз', 2990, '1'],
  ['коробка', '5000', 'Коробка', 350, '1'],
])(
  'if the user types 1 %p at the price %p, and the product %p last cost %p, the quantity is %p',
  (name, price, of, lastPrice, quantity) => {
    expect(quantityOf({ name, quantity: '1', price }, { ...product(of), lastPrice })).toBe(quantity);
  },
);

test.each([
  '3 розы по 250, доставка 350 руб',
  'доставка 350 р., 3 розы по 250',
  '3 розы по 250, курьер: 350₽',
  '3 розы по 250, delivery ₽350',
])('the price of the delivery is not an item’s price: %p', (line) => {
  expect(partsOf(line).toSorted()).toEqual(['deliveryPrice 350', 'item 3 розы @250']);
});

test.each([
  ['3 розы, открытка: С днём рождения', 'item 3 розы|card С днём рождения'],
  ['открытка «Маме, 5 марта, 89123304429», 3 розы', 'card Маме, 5 марта, 89123304429|item 3 розы'],
  ['card: "Happy birthday, Ann!", 3 roses', 'card Happy birthday, Ann!|item 3 roses'],
  // Without a text, a card is an item.
  ['2 открытки', 'item 2 открытки'],
])('the text of the card is read from %p', isReadAs);

test.each([
  ['скидка 10%', '10%'],
  ['скидка 300', '300'],
  ['со скидкой 12,5 %', '12.5%'],
  ['скидка: 300 руб.', '300'],
  ['скидка в 10 процентов', '10%'],
  ['10% скидки', '10%'],
  ['10% off', '10%'],
  ['300 off', '300'],
  ['discount 10%', '10%'],
  ['with a discount of 10 per cent', '10%'],
  ['a 10% discount', '10%'],
])('the discount is read from %p', (line, discount) => {
  expect(partsOf(line).filter((part) => !part.startsWith('unsure'))).toEqual([`discount ${discount}`]);
  isReadAs(
    `Анна 4429, 3 розы по 250, ${line}, завтра 12-14`,
    `name Анна|tail 4429|item 3 розы @250|discount ${discount}|date 2026-11-27|slot 12:00-14:00`,
  );
});

test('a number before a discount means the same as it would without the discount', () => {
  isReadAs(
    'Анна 4429 скидка 10% 25 роз по 200 ₽ скидка',
    'name Анна|tail 4429|discount 10%|item 25 роз @200|unsure скидка',
  );
});

test('a product is matched by its SKU, and searched for by the stems of the typed words', () => {
  expect(matchProduct('tl-25', [product('Tulip', 'TL-25'), product('Box')])?.name).toBe('Tulip');
  expect(['красных роз', 'boxes', 'Ёлки'].map(searchFor)).toEqual(['красн роз', 'box', 'елк']);
});

test('a run of blanks is read like one blank, and a run of empty lines like one line break', () => {
  const line = (blank: string, end: string): string =>
    ['Anna', '+7 912 330-44-29', '25 tulips', 'discount', '10', '% off', 'tomorrow'].join(blank) + end;
  const read = (text: string) => readLine(text, '2026-11-26').map(({ at: _, ...part }) => part);
  expect(read(line(' '.repeat(60), ' '.repeat(590)))).toEqual(read(line(' ', '')));
  expect(read(line(' \n \n\t\n '.repeat(12), '\n'))).toEqual(read(line('\n', '')));
  // In a pasted text, U+FFFC counts as a blank, because `readLine` uses this character as its own mark.
  expect(foldBlanks(`Anna${'\ufffc'.repeat(500)}street`)).toBe('Anna street');
});

test('a client’s name between a day and the goods is recognized', () => {
  isReadAs('завтра утром Ольга 2 букета', 'date 2026-11-27|unsure утром|name Ольга|item 2 букета');
});

test('the product “Peonies” is found by “peony”', () => {
  expect(matchProduct('peony', [product('Peonies, 9 stems'), product('Box')])?.name).toBe('Peonies, 9 stems');
});

test.each(['через час', 'через 2 часа', 'Перезвонить', 'please call'])(
  'words about time, phone calls and earlier orders are not a name: %p',
  (words) => {
    isReadAs(words, `unsure ${words}`);
    isReadAs(`${words}, Игорь, 9 пионов`, `unsure ${words}|name Игорь|item 9 пионов`);
    isReadAs(`Игорь, ${words}, 2361`, `name Игорь|unsure ${words}|tail 2361`);
  },
);

test.each([
  ['пионы 9 шт самовывоз через час', 'item 9 пионы|way pickup|unsure через час'],
  ['Анна 2361 повторить', 'name Анна|tail 2361|unsure повторить'],
  // People have names that begin like these words.
  ['Callum Urgenson, 3 roses', 'name Callum Urgenson|item 3 roses'],
])('words about time, phone calls and earlier orders do not affect the words next to them: %p', isReadAs);

test('a word for goods or money can be a surname after a first name, but not by itself or as the first word', () => {
  const names = (line: string) =>
    readLine(line, '2026-11-26').flatMap((part) => (part.kind === 'name' ? [part.value] : []));
  for (const name of ['Иван Цветов', 'Bob Flowers', 'Johnny Cash']) expect(names(`${name}, 3 tulips`)).toEqual([name]);
  for (const line of ['Букет Весна, завтра', 'Cash Payment, 3 tulips', 'наличными, 3 розы'])
    expect(names(line)).toEqual([]);
});

test('in a time such as 12.30 the number after the point is read as minutes, whatever words follow', () => {
  const slots = (line: string) =>
    readLine(line, '2026-11-26').flatMap((part) =>
      part.kind === 'slot' ? [`${part.value.timeStart} ${part.text}`] : [],
    );
  expect(slots('1.12 в 12.30 весна')).toEqual(['12:30 в 12.30']);
  expect(slots('забрать в 18.30, Анна')).toEqual(['18:30 в 18.30']);
  expect(slots('collect Wed 5.30pm')).toEqual(['17:30 5.30pm']);
  expect(slots('at 12 Lake Street')).toEqual([]);
  expect(slots('с 5 розами')).toEqual([]);
});

test.each([
  ['весна Саша сегодня', 'unsure весна|name Саша|date 2026-11-26'],
  ['скидка 10% spring Nina', 'discount 10%|unsure spring|name Nina'],
  ['20 роз Пётр Иванов', 'item 20 роз|name Пётр Иванов'],
  ['Иванова Анна Петровна 4429, 7 пионов', 'name Иванова Анна Петровна|tail 4429|item 7 пионов'],
  ['John van Dyke 4429, 9 roses', 'name John van Dyke|tail 4429|item 9 roses'],
  ['анна петрова 4429 15 роз', 'name Анна Петрова|tail 4429|item 15 роз'],
  // The words around a name say whose it is.
  ['от Павла для Маши +79123304429', 'name Павел|recipient Маша +79123304429'],
  ['from Mike for Olivia +447911123456', 'name Mike|recipient Olivia +447911123456'],
  ['заказ на Анну', 'name Анна'],
  ['a dozen roses for Emma', 'item 12 roses|recipient Emma '],
  ['Анна 4429, 25 тюльпанов Ольге', 'name Анна|tail 4429|item 25 тюльпанов|recipient Ольга '],
  ['Весна Саша 4429', 'unsure Весна|name Саша|tail 4429'],
  ['весна 2990 Степан', 'unsure весна|tail 2990|name Степан'],
  ['Галина 15 роз за 3000 внесла 1000', 'name Галина|item 15 роз @200|unsure внесла 1000'],
  // A product's name, a wish or a longer word may contain a first name.
  ['букет Любовь, Саша 4429', 'unsure букет Любовь|name Саша|tail 4429'],
  ['3 букета Саша', 'item 3 букета|name Саша'],
  ['розы Наташа 15 шт', 'item 15 розы Наташа'],
  ['позвонить Ольге, 9 роз', 'unsure позвонить|unsure Ольге|item 9 роз'],
])('a first name is recognized anywhere in a line: %p', isReadAs);

test.each([
  ['Света, оставить у двери', 'name Света|unsure оставить у двери'],
  ['подороже, Света', 'unsure подороже|name Света'],
  ['сумма 2990', 'unsure сумма 2990'],
  ['без сдачи с 5000', 'unsure без сдачи с 5000'],
  ['предоплата 50% Галина', 'unsure предоплата 50%|name Галина'],
])('a remark is not a name: %p', isReadAs);

test.each([
  ['3 пиона 2 вазы 1 открытка', 'item 3 пиона|item 2 вазы|item 1 открытка'],
  ['3 peonies 2 vases 1 card Emma', 'item 3 peonies|item 2 vases|item 1 card|name Emma'],
  ['заказ 10 роз по 150', 'item 10 роз @150'],
  ['корпоратив 10 ваз по 1100', 'unsure корпоратив|item 10 ваз @1100'],
  ['order 10 roses at 150', 'item 10 roses @150'],
  ['букет 15 роз по 3000', 'item 1 букет 15 роз @3000'],
  ['glass vase and 3 m ribbon', 'unsure glass vase|item 3 ribbon'],
  ['весна 2 шт итого 5500', 'item 2 весна @2750'],
  ['3 розы, 2 вазы итого 5000', 'item 3 розы|item 2 вазы|unsure итого 5000'],
  ['3 открытки на пятницу утром', 'item 3 открытки|date 2026-11-27|unsure утром'],
  ['vase and card tomorrow morning', 'unsure vase and card|date 2026-11-27|unsure morning'],
  ['вторник 15.00', 'date 2026-12-01|slot 15:00-'],
  ['10 утра', 'slot 10:00-'],
  ['завтра к двум часам, 5 роз', 'date 2026-11-27|slot -14:00|item 5 роз'],
  ['после трёх', 'slot 15:00-'],
  ['half past two', 'slot 14:30-'],
  ['полтретьего', 'slot 14:30-'],
  ['к восьми утра', 'slot -08:00'],
  ['забрать в 5:30', 'way pickup|slot 17:30-'],
  ['до двух букетов', 'unsure до двух букетов'],
  ['через неделю', 'date 2026-12-03'],
  ['in two weeks, 5 roses', 'date 2026-12-10|item 5 roses'],
  ['020 7946 0123 Tom', 'phone 020 7946 0123|name Tom'],
])('goods, days and phones are recognized even without commas between them: %p', isReadAs);

test.each([
  ['открытка с текстом С юбилеем, 3 розы', 'card С юбилеем|item 3 розы'],
  ['card saying Happy birthday Mum, 3 roses', 'card Happy birthday Mum|item 3 roses'],
  [
    'для ольги 89119876543 от Саши 89211234567 пионы',
    'recipient Ольга 89119876543|name Саша|phone 89211234567|unsure пионы',
  ],
  ['весна по 3 тысячи Маша', 'item 1 весна @3000|name Маша'],
  ['15 роз по 1 тыс Маша', 'item 15 роз @1000|name Маша'],
  ['букет 5к', 'item 1 букет @5000'],
  ['bouquet 3k', 'item 1 bouquet @3000'],
  ['лида, 30го к 15', 'name Лида|date 2026-11-30|slot -15:00'],
  ['eucalyptus 3 stems @ 120', 'item 3 eucalyptus @120'],
  ['spring for Mum, from George', 'unsure spring|unsure for Mum|name George'],
  ['для мамы букет весна', 'unsure для мамы|unsure букет весна'],
  ['весна 31.11 Оля', 'unsure весна|unsure 31.11|name Оля'],
  ['весна минус 500 руб Ира', 'unsure весна|discount 500|name Ира'],
  ['доставка бесплатно Мира 5', 'deliveryPrice 0|address Мира 5'],
  ['spring, free delivery', 'unsure spring|deliveryPrice 0'],
  ['half past 4', 'slot 16:30-'],
  ['peonies for mum, Natalie', 'unsure peonies|unsure for mum|name Natalie'],
  ['доставить Анне Смирновой, от Петра', 'way delivery|recipient Анна Смирнова |name Пётр'],
  ['Ивану Петрову 4429', 'name Иван Петров|tail 4429'],
  // House numbers are not days.
  ['завтра Советская 10/2 кв 8', 'date 2026-11-27|address Советская 10/2|flat 8'],
  ['Ленина д. 10/2 кв 8', 'address Ленина д. 10/2|flat 8'],
  ['весна Ленина 25/3 кв 8', 'unsure весна|address Ленина 25/3|flat 8'],
  ['45 Nevsky apt 12', 'address 45 Nevsky|flat 12'],
  ['25 роз 12/5', 'item 25 роз|date 2027-05-12'],
  ['to 14 oak street amy', 'address 14 oak street|name Amy'],
  ['букет из 15 роз по 200', 'item 1 букет из 15 роз @3000'],
  ['нужен букет 10 гвоздик по 90', 'item 1 букет 10 гвоздик @900'],
  ['15 roses 7650 total', 'item 15 roses @510'],
  ['весна в 10 Юрий', 'unsure весна|slot 10:00-|name Юрий'],
  ['peonies at 6 Vera +447905123456', 'unsure peonies|slot 18:00-|name Vera|phone +447905123456'],
  ['к 7:30', 'slot -07:30'],
  ['7 roses at 200 and a card tomorrow Amy', 'item 7 roses @200|unsure card|date 2026-11-27|name Amy'],
  ['роза Май 15 шт по 200', 'item 15 роза Май @200'],
  ['101 roses, 5000 down', 'item 101 roses|unsure 5000 down'],
  ['Яна оставила 500 руб залог', 'name Яна|unsure оставила 500 руб залог'],
  ['букет весна, дала 500 рублей', 'unsure букет весна|unsure дала 500 рублей'],
  ['roses, cash on delivery', 'unsure roses|unsure cash on delivery'],
  ['тюльпаны 2 пачки по 25', 'item 50 тюльпаны'],
  ['2 букета по 15 роз, 6000', 'item 2 букета по 15 роз|tail 6000'],
  ['2 bouquets of 15 roses', 'item 2 bouquets of 15 roses'],
  ['31 роза за 5500', 'item 1 31 роза @5500'],
  ['должна 2490 руб, взяли 500р, gave 500 roubles', 'unsure должна 2490 руб|unsure взяли 500р|unsure gave 500 roubles'],
  ['delivery 25/3 Lenin St flat 8', 'way delivery|address 25/3 Lenin St|flat 8'],
  ['доставка садовая 8-15', 'way delivery|unsure садовая 8-15'],
  ['in two days', 'date 2026-11-28'],
  ['доставка Садовая 5 к 2 кв 8', 'way delivery|address Садовая 5|detail к 2|flat 8'],
  ['Тюльпаны 25 к 2', 'item 25 Тюльпаны|slot -14:00'],
  ['букет, 5 800', 'unsure букет|unsure 5 800'],
  ['tomorrow, 10 o’clock', 'date 2026-11-27|slot 10:00-'],
  ['звонила катя, 89037654321', 'name Катя|phone 89037654321'],
  ['Lucy 555-0142', 'name Lucy|phone 555-0142'],
  ['deliver to 5 Park Road, 4500', 'way delivery|address 5 Park Road|tail 4500'],
  ['доставка завтра в обед на Лесную 4', 'way delivery|date 2026-11-27|unsure в обед|address Лесную 4'],
  ['2 ленты по 3 метра', 'item 2 ленты по 3 метра'],
  ['завтра около 5', 'date 2026-11-27|slot 17:00-'],
  ['весна на 3 тысячи', 'item 1 весна @3000'],
  ['card says Happy birthday Mum, 3 roses', 'card Happy birthday Mum|item 3 roses'],
  ['message: Love you, 3 roses', 'card Love you|item 3 roses'],
  ['доставка за город 800', 'deliveryPrice 800'],
  ['spring, collecting tomorrow', 'unsure spring|way pickup|date 2026-11-27'],
  ['анне коллегиной весна', 'name Анна Коллегина|unsure весна'],
  ['в 3 часа дня, Ольга', 'slot 15:00-|name Ольга'],
  ['Аня 89061112233: 2 весна, 1 ваза', 'name Аня|phone 89061112233|item 2 весна|item 1 ваза'],
  ['заказ: 3 коробки мини', 'item 3 коробки мини'],
  ['пионы две штуки', 'item 2 пионы'],
  ['роз семь штук', 'item 7 роз'],
  ['тюльпаны 2 букета', 'item 2 тюльпаны'],
  ['лента полметра', 'item 0.5 лента'],
  ['лента полтора метра', 'item 1.5 лента'],
  ['розы: 25 шт', 'item 25 розы'],
  ['2990 оплачено весна', 'unsure 2990 оплачено|unsure весна'],
  ['весна оплачено Ира', 'unsure весна|unsure оплачено|name Ира'],
  ['весна, оплачено 1 000 ₽', 'unsure весна|unsure оплачено 1 000 ₽'],
  ['весна, заплатил 1000 наличными', 'unsure весна|unsure заплатил 1000|unsure наличными'],
  ['весна через 2 часа, заберут', 'unsure весна|unsure через 2 часа|way pickup'],
  ['позвонить через час, весна', 'unsure позвонить через час|unsure весна'],
  ['букет «Весна» анонимно', 'unsure букет «Весна»|unsure анонимно'],
  ['букет с ромашками 1700 и шарик 200', 'item 1 букет с ромашками @1700|unsure шарик|unsure 200'],
  [
    'тел. получателя 89031234567 Мария, заказчик Павел 89039876543',
    'recipient Мария 89031234567|name Павел|phone 89039876543',
  ],
  [
    'заказчик Павел 89039876543, получатель Мария тел 89031234567',
    'name Павел|phone 89039876543|recipient Мария 89031234567',
  ],
  ['Мария 89031234567, заказчик Павел 89039876543', 'recipient Мария 89031234567|name Павел|phone 89039876543'],
  [
    'возьмёт муж Андрей 89031112233, заказала Аля 89034445566',
    'recipient муж Андрей 89031112233|name Аля|phone 89034445566',
  ],
  ['заберёт Оля 89161112233', 'way pickup|name Оля|phone 89161112233'],
  [
    'заберёт Оля 89161112233, заказала Аля 89034445566',
    'way pickup|recipient Оля 89161112233|name Аля|phone 89034445566',
  ],
  ['весна жене завтра Ира', 'unsure весна|unsure жене|date 2026-11-27|name Ира'],
  ['пионы подруге Ира', 'unsure пионы|unsure подруге|name Ира'],
  ['весна маме Ольге завтра, Ира 4429', 'unsure весна|recipient Ольга |date 2026-11-27|name Ира|tail 4429'],
  ['весна маме Ольге 89161112233', 'unsure весна|recipient Ольга 89161112233'],
  ['ольга петровна, 9031112233', 'name Ольга Петровна|phone 9031112233'],
  ['Ленина 8 стр 2', 'address Ленина 8|detail стр 2'],
  ['дом 10 улица Мира', 'address дом 10 улица Мира'],
  ['дост. Ленина 8к1', 'way delivery|address Ленина 8к1'],
  ['доставка Садовая 5 к 2 п 3 эт 5', 'way delivery|address Садовая 5|detail к 2|detail п 3|detail эт 5'],
  ['доставка в офис Тверская 12', 'way delivery|address офис Тверская 12'],
  ['доставка в кафе Пушкин на Тверской 26', 'way delivery|address кафе Пушкин на Тверской 26'],
  ['доставка в больницу на Мира 15 завтра', 'way delivery|address больницу на Мира 15|date 2026-11-27'],
  ['доставка в школу 5, ул Ленина 8', 'way delivery|detail школу 5|address ул Ленина 8'],
  ['доставка в школу 5', 'way delivery|address школу 5'],
  ['доставка Тюльпаны 25 шт', 'way delivery|item 25 Тюльпаны'],
  ['доставка в коробке 5 роз', 'way delivery|unsure в коробке 5 роз'],
  [
    'весна, открытка с днем рождения завтра 89031112233',
    'unsure весна|card с днем рождения|date 2026-11-27|phone 89031112233',
  ],
  ['завтра 14 00 Оля', 'date 2026-11-27|slot 14:00-|name Оля'],
  ['с 10 00 до 12 00', 'slot 10:00-12:00'],
  ['роза 5 шт эквадор', 'item 5 роза эквадор'],
  ['роза кустовая 3 ветки эустома 2 ветки', 'item 3 роза кустовая|item 2 эустома'],
  ['Ленина 5 - 12, весна', 'address Ленина 5-12|unsure весна'],
  ['весна завтра 350 доставка', 'unsure весна|date 2026-11-27|deliveryPrice 350'],
  ['весна, остаток курьеру', 'unsure весна|unsure остаток курьеру'],
  ['позвонить получателю за час весна', 'unsure позвонить получателю за час|unsure весна'],
  ['светлана звонила, нужна доставка', 'name Светлана|way delivery'],
  ['розы 3 букета по 7 шт', 'unsure розы 3 букета по 7 шт'],
  ['пионы, 3 шт', 'unsure пионы|unsure 3 шт'],
  ['12 декабря или 13', 'date 2026-12-12|unsure или 13'],
  ['весна ольге на ленина 5 завтра', 'unsure весна|name Ольга|address ленина 5|date 2026-11-27'],
  ['к 12 часам', 'slot -12:00'],
  ['к семи вечера Никита', 'slot -19:00|name Никита'],
  ['весна к двум оля', 'unsure весна|slot -14:00|name Оля'],
  ['завтра около 5 весна', 'date 2026-11-27|slot 17:00-|unsure весна'],
  ['завтра на 12', 'date 2026-11-27|slot 12:00-'],
  ['5 букетов на 12 человек', 'item 5 букетов на 12 человек'],
  ['с 12 часов до 14 часов', 'slot 12:00-14:00'],
  ['tulips for Grace', 'unsure tulips|recipient Grace '],
  ['two posies at £40 each for Grace', 'item 2 posies @40|recipient Grace '],
  ['for Tom and Ann, 10 roses £15 each', 'recipient Tom and Ann |item 10 roses @15'],
  ['2 posies, 22 High St, Leeds', 'item 2 posies|address 22 High St|unsure Leeds'],
  ['roses $3 each x 24', 'item 1 roses @3|unsure x 24'],
  ['5 метров ленты и полметра фатина', 'item 5 ленты|item 0.5 фатина'],
  ['tulips for Christmas', 'unsure tulips for Christmas'],
  ['заказывает Антон 89169998877', 'name Антон|phone 89169998877'],
  ['peter jones 4429 12 roses', 'name Peter Jones|tail 4429|item 12 roses'],
  ['the day after tomorrow', 'date 2026-11-28'],
  ['three peonies and two metres of ribbon', 'item 3 peonies|item 2 ribbon'],
  ['9 peonies, less 500', 'item 9 peonies|discount 500'],
  ['минус 3 тюльпана', 'unsure минус|item 3 тюльпана'],
  ['Daniel Ward 1943: glass vase', 'name Daniel Ward|tail 1943|unsure glass vase'],
  ['9 roses, 5 River Walk', 'item 9 roses|address 5 River Walk'],
  ['адрес позже', 'unsure адрес позже'],
  ['Екатерина. 15 роз', 'name Екатерина|item 15 роз'],
  ['пару роз, Анна', 'item 2 роз|name Анна'],
])('ordinary words of an order are understood: %p', isReadAs);

test('the paid sum is read from a remark such as “paid 1000”, but a sum that is still due is not', () => {
  for (const text of [
    'предоплата 1000',
    'оплачено 1 000 ₽',
    'paid 1000',
    '1000 down',
    'дала 1000 рублей',
    'deposit 1000',
  ])
    expect([text, paidIn(text)]).toEqual([text, { sum: 1000 }]);
  for (const text of ['остаток 1000 руб', 'без сдачи с 5000', 'оплата картой', 'итого 1000', 'должна 1000', '1000'])
    expect([text, paidIn(text)]).toEqual([text, undefined]);
  for (const text of ['предоплата 50%', 'предоплата половина', 'half paid'])
    expect([text, paidIn(text)]).toEqual([text, { share: 0.5 }]);
  for (const text of ['оплачено', 'paid by card', 'оплатила переводом'])
    expect([text, paidIn(text)]).toEqual([text, {}]);
  // A payment method counts only if the texts also say that the client has already paid.
  expect(paymentIn(['предоплата 1000', 'наличными', 'без лилий'])).toEqual({
    paid: { sum: 1000, method: 'cash' },
    others: ['без лилий'],
  });
  expect(paymentIn(['deposit 500 cash'])).toEqual({ paid: { sum: 500, method: 'cash' }, others: [] });
  expect(paymentIn(['оплачено переводом'])).toEqual({ paid: { method: 'transfer' }, others: [] });
  expect(paymentIn(['оплата картой'])).toEqual({ paid: undefined, others: ['оплата картой'] });
});

test('a Russian first name is recognized in each grammatical case, unless it is also a common word', () => {
  const forms = {
    Ольга: 'Ольги Ольге Ольгу',
    Мария: 'Марии Марию',
    Пётр: 'Петр Петра Петру Петре',
    Игорь: 'Игоря Игорю',
  };
  for (const [name, all] of Object.entries(forms))
    for (const form of all.split(' ').slice(name === 'Пётр' ? 1 : 0)) expect(firstNameOf(form)).toBe(name);
  expect(['Петр', 'Александра', 'emma', 'Emma'].map(firstNameOf)).toEqual(['Петр', 'Александра', 'Emma', 'Emma']);
  expect(['Роза', 'Lily', 'max', 'любовь', 'любой', 'жене', 'constructor', ''].map(firstNameOf)).toEqual(
    Array(8).fill(undefined),
  );
});

test.each([
  ['hand tied £35, Lucy', 'item 1 hand tied @35|name Lucy'],
  ['bouquet 40 quid, Sam', 'item 1 bouquet @40|name Sam'],
  ['spring bouquet for $40', 'item 1 spring bouquet @40'],
  ['bouquet for 35 pounds tomorrow', 'item 1 bouquet @35|date 2026-11-27'],
  ['12 roses at £4.50 each', 'item 12 roses @4.50'],
  ['arrangement 60€, deposit £20', 'item 1 arrangement @60|unsure deposit £20'],
  ['basket £65, delivery £5', 'item 1 basket @65|deliveryPrice 5'],
  ['9 peonies, £5 off', 'item 9 peonies|discount 5'],
  ['bouquet up to 40, Julia', 'item 1 bouquet @40|name Julia'],
  ['something bright around 40', 'item 1 something bright @40'],
  ['bouquet around 5', 'unsure bouquet|slot 17:00-'],
  ['about 30 roses', 'item 30 roses'],
])('a sum with any currency is read as a price, even a small sum: %p', isReadAs);

test.each([
  ['Mr Patel wants 6 table arrangements at 2500', 'name Mr Patel|item 6 table arrangements @2500'],
  ['mr patel wants 6 wreaths', 'name Mr Patel|item 6 wreaths'],
  ['Dr Okafor needs an orchid tomorrow', 'name Dr Okafor|unsure orchid|date 2026-11-27'],
  ['Priya ordered 2 vases', 'name Priya|item 2 vases'],
  ['2 vases for Mr and Mrs Jones', 'item 2 vases|recipient Mr and Mrs Jones '],
  ['tulips, close to the station', 'unsure tulips|unsure close to the station'],
])('a client’s name may include a title, and ends before a verb: %p', isReadAs);

test.each([
  ['Funeral wreath 85, Jim', 'item 1 Funeral wreath @85|name Jim'],
  ['bouquet 101, Anna', 'item 101 bouquet|name Anna'],
  ['table centrepiece 45 tomorrow and a posy 20', 'item 1 table centrepiece @45|date 2026-11-27|item 1 posy @20'],
  [
    'wedding bouquet 250 and 4 buttonholes at 15, 12 December 8am',
    'item 1 wedding bouquet @250|item 4 buttonholes @15|date 2026-12-12|slot 08:00-',
  ],
  ['hand tied 3500, Lucy', 'item 1 hand tied @3500|name Lucy'],
  ['gerberas 7 for 21 and baby’s breath 5', 'item 7 gerberas @3|item 5 baby’s breath'],
  ['3 roses and a metre of ribbon', 'item 3 roses|item 1 ribbon'],
  ['tulips 2 bunches', 'item 2 bunches of tulips'],
  ['15 roses bouquet, Kim', 'unsure 15 roses bouquet|name Kim'],
  ['at 25, 2 cards', 'unsure at 25|item 2 cards'],
])('a number after a single item is its price, and a number before several items is their count: %p', isReadAs);

test.each([
  ['spring to Nina at 7 Mill Lane, from Joe', 'unsure spring|recipient Nina |address 7 Mill Lane|name Joe'],
  ['for Priyanka at 7 Mill Lane', 'recipient Priyanka |address 7 Mill Lane'],
  ['to 77 Beacon Street, Boston, MA 02139, tomorrow', 'address 77 Beacon Street, Boston, MA 02139|date 2026-11-27'],
  ['to 10 Downing St, London SW1A 1AA', 'address 10 Downing St, London SW1A 1AA'],
  ['12 Oak Lane, Anna, LS6 2AB', 'address 12 Oak Lane|name Anna|detail LS6 2AB'],
  ['12 Oak Lane, Leeds, Anna', 'address 12 Oak Lane|detail Leeds|name Anna'],
  ['basket £65, delivery 5', 'item 1 basket @65|deliveryPrice 5'],
])('a person, a town and a postcode beside a street are recognized: %p', isReadAs);

test.each([
  ['tulips 5/12, Amy', 'date 2026-12-05'],
  ['tulips 12/5, Amy', 'date 2026-12-05'],
  ['tulips 12/13 Amy', 'date 2026-12-13'],
  ['tulips Sat week', 'date 2026-12-05'],
  ['tulips a week on Saturday', 'date 2026-12-05'],
  ['tulips at 3ish', 'slot 15:00-'],
  ['tulips quarter to 5', 'slot 16:45-'],
  ['tulips quarter past three', 'slot 15:15-'],
  ['tulips by half four', 'slot -16:30'],
  ['tulips before noon call first', 'slot -12:00'],
])('English days and hours are read: %p', (line, when) => {
  expect(partsOf(line).slice(0, 2)).toEqual(['unsure tulips', when]);
});

test.each([
  [
    'hand tied £50 to Mrs Atkinson 23 Harehills Lane LS8 3QQ',
    'item 1 hand tied @50|recipient Mrs Atkinson |address 23 Harehills Lane LS8 3QQ',
  ],
  ['Amanda 1200 Grandview Ave', 'name Amanda|address 1200 Grandview Ave'],
  ['office at 77 S High St suite 300', 'unsure office|address 77 S High St|flat 300'],
  ['basket £30 to 4 and 6 Oak Lane', 'item 1 basket @30|address 4 and 6 Oak Lane'],
  ['post to Nan, 4 Elm Road Wakefield WF1 2AB', 'unsure post to Nan|address 4 Elm Road Wakefield WF1 2AB'],
  [
    'lg arrangement $100 del to 500 W Broad St, attn Susan',
    'item 1 lg arrangement @100|way delivery|address 500 W Broad St|recipient Susan ',
  ],
  [
    'весна завтра в 12 по адресу Лесная 7-2 Костя',
    'unsure весна|date 2026-11-27|slot 12:00-|address Лесная 7-2|name Костя',
  ],
  ['весна завтра в 12 Лесная 7-2 Костя', 'unsure весна|date 2026-11-27|slot 12:00-|unsure Лесная 7-2|name Костя'],
  ['spring for mum, Alan 07700 900414', 'unsure spring|unsure for mum|name Alan|phone 07700 900414'],
  ['весна для мамы, Костя 89037654321', 'unsure весна|unsure для мамы|name Костя|phone 89037654321'],
  ['buttonholes x6 white rose £6 each', 'item 6 buttonholes white rose @6'],
  ['roses, £55, 14th, Steve', 'unsure roses|unsure £55|date 2026-12-14|name Steve'],
  ['mum’s 30th, sat', 'unsure mum’s 30th|date 2026-11-28'],
  ['4 poinsettias 18 ea, Bob', 'item 4 poinsettias @18|name Bob'],
  ['3 corsages at 25 and 2 boutonnieres at 15 for prom', 'item 3 corsages @25|item 2 boutonnieres @15|unsure for prom'],
  ['fern 40 Mary', 'unsure fern|unsure 40|name Mary'],
  ['1 doz yellow roses', 'item 12 yellow roses'],
  ['Emma wants delivery of tulips tmrw', 'name Emma|way delivery|unsure tulips|date 2026-11-27'],
])('a line typed quickly on a phone is understood: %p', isReadAs);

test.each([
  [
    'sarah 07700 900123 bouquet spring tomorrow at 10 pick up',
    'name Sarah|phone 07700 900123|unsure bouquet spring|date 2026-11-27|slot 10:00-|way pickup',
  ],
  ['spring at 11 collection', 'unsure spring|slot 11:00-|way pickup'],
  ['friday at 4 deliver to 12 Mill Lane', 'date 2026-11-27|slot 16:00-|way delivery|address 12 Mill Lane'],
  ['tulips about 3 with delivery', 'unsure tulips|slot 15:00-|way delivery'],
  ['spring tomorrow at 10 for Sarah', 'unsure spring|date 2026-11-27|slot 10:00-|recipient Sarah '],
  ['spring tomorrow at 10 call first', 'unsure spring|date 2026-11-27|slot 10:00-|unsure call first'],
  ['tomorrow at 12 lake street', 'date 2026-11-27|address 12 lake street'],
  // The number belongs to the goods before it.
  ['4 cards at 15 delivery', 'item 4 cards @15|way delivery'],
])('a number after a day, or right before the delivery or the pick-up, is an hour: %p', isReadAs);

test.each([
  ['для Зои Николаевны, весна', 'recipient Зоя Николаевна |unsure весна'],
  ['весна Марии Кузьминичне Петровой', 'unsure весна|name Мария Кузьминична Петрова'],
  ['для ольги петровны 5 роз', 'recipient Ольга Петровна |item 5 роз'],
  ['для Ильи Сергеевича, 5 роз', 'recipient Илья Сергеевич |item 5 роз'],
  ['для Зои Николаевны 89161234567, 5 роз', 'recipient Зоя Николаевна 89161234567|item 5 роз'],
  ['от Ивана Ильича 5 роз', 'name Иван Ильич|item 5 роз'],
])('a patronymic is put into the nominative together with its first name: %p', isReadAs);

test.each([
  [
    'для Зои Николаевны юбилей 60 лет корзина роз 12000',
    'recipient Зоя Николаевна |unsure юбилей 60 лет|item 1 корзина роз @12000',
  ],
  ['юбилей 60 лет 51 роза', 'unsure юбилей 60 лет|item 51 роза'],
  ['на 8 лет букет весна', 'unsure на 8 лет|unsure букет весна'],
  ['5 роз на юбилей 60 лет Ольга', 'item 5 роз на юбилей 60 лет|name Ольга'],
  ['весна на юбилей 60 лет Ольга', 'unsure весна на юбилей 60 лет|name Ольга'],
  ['60 years anniversary basket 60', 'unsure 60 years anniversary|item 1 basket @60'],
  ['букет девочке 8 лет розовый', 'unsure букет девочке 8 лет розовый'],
])('an age is not a quantity of goods: %p', isReadAs);

test.each([
  [
    '5 роз доставка 500 ул. Гагарина 8-15 завтра 15-17 Анна',
    'item 5 роз|deliveryPrice 500|address ул. Гагарина 8-15|date 2026-11-27|slot 15:00-17:00|name Анна',
  ],
  ['5 роз ул. Гагарина 8-15 завтра', 'item 5 роз|address ул. Гагарина 8-15|date 2026-11-27'],
  ['Ленина 10-12, весна, завтра 15-17', 'address Ленина 10-12|unsure весна|date 2026-11-27|slot 15:00-17:00'],
  ['Ленина 10-12, весна, завтра к 15', 'address Ленина 10-12|unsure весна|date 2026-11-27|slot -15:00'],
  ['Ленина 10-12, весна, доставка', 'address Ленина 10-12|unsure весна|way delivery'],
  ['Smith 10-12, tulips, delivery', 'name Smith|slot 10:00-12:00|unsure tulips|way delivery'],
  ['Петрова 10-12, доставка, Мира 5 кв 7', 'name Петрова|slot 10:00-12:00|way delivery|address Мира 5|flat 7'],
  ['Ленина 10-12, весна, самовывоз', 'name Ленина|slot 10:00-12:00|unsure весна|way pickup'],
])('after a street, “10-12” is not a time if the line mentions delivery or has a time elsewhere: %p', isReadAs);

test.each([
  ['table flowers 10 tables £30 each', 'item 10 table flowers tables @30'],
  ['can you do a £30 posy', 'unsure can you do a|item 1 posy @30'],
  ['tulips x 25', 'item 25 tulips'],
  ['монобукет из 25 пионовидных роз 6500', 'unsure монобукет из 25 пионовидных роз|unsure 6500'],
  ['15 white roses and eucalyptus 55', 'item 15 white roses and eucalyptus|unsure 55'],
  ['dozen red roses 45', 'item 12 red roses|unsure 45'],
  [
    'bouquet in pinks 35 to Mary at Sunnybank Care Home',
    'item 1 bouquet in pinks @35|recipient Mary |address Sunnybank Care Home',
  ],
  ['9 peonies to Lucy, from Jay', 'item 9 peonies|recipient Lucy |name Jay'],
  ['St James Hospital, Jo', 'unsure St James Hospital|name Jo'],
])('a sum is read as the price of its item, and a person is not read as a place: %p', isReadAs);
