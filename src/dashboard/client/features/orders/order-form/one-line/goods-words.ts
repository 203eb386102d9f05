import { END, START } from './scan.ts';

/** English words for goods that a florist puts together, such as a bouquet. */
export const MADE =
  'bouquet|basket|arrangement|wreath|posy|posies|hand[- ]?tied|(?:coffin|casket|standing) spray|tribute|cent(?:re|er)piece|garland|corsage|planter|hamper|topper|display';
/** Words for composite goods: "3 букета" may mean three of the product "Букет, 15 роз", but "3 розы" may not. */
export const WHOLE = new RegExp(
  `(?<!\\p{L})(?:букет|корзин|короб|набор|композици|охапк|пучок|пучк|горш|вен(?:ок|к)|box|set|bunch|pot|${MADE})`,
  'iu',
);
/** Words for goods that are nobody's name. "Rose" and "Роза" may be names, so they are left out. */
const GOODS = `(?:букет(?:ы|а|ик)?|корзин[аыу]|короб(?:к[аиу]|ок)|набор(?:ы|а)?|композици[яию]|охапк[аиу]|пучок|горшок|вен(?:ок|к[аи])|роз(?:ы|ами?)?|пион(?:ы|а|ами)?|тюльпан(?:ы|а|ами)?|хризантем[аыу]?|гортензи[яию]|гербер[аыу]?|эустом[аыу]?|ранункулюс(?:ы|а)?|гвоздик[аиу]|ромашк[аиу]|подсолнух(?:и|а)?|орхиде[яию]|альстромери[яию]|фрези[яию]|нарцисс(?:ы|а)?|георгин(?:ы|а)?|лили[ий]|ирисы|цвет(?:ы|ов|очки|ок)|ваз[аыу]|открытк[аиу]|(?:${MADE}|box|bunch|tulip|chrysanthemum|hydrangea|gerbera|ranunculus|carnation|sunflower|orchid|flower|vase)(?:e?s)?|roses|peon(?:y|ies)|lilies|daisies|irises|eustomas?)${END}`;
const SPEAKS_OF_GOODS = new RegExp(`${START}${GOODS}`, 'iu');
/** True for words that are never a client's name: "spring bouquet". */
export const speaksOfGoods = (text: string): boolean => SPEAKS_OF_GOODS.test(text);
/** The beginnings of words for goods, in any grammatical form: "10 роз", "2 вазы". */
export const FLOWERS_ANY =
  'роз(?!ов)|пион|тюльпан|хризантем|гортенз|гербер|эустом|ранункулюс|гвозди|ромаш|подсолнух|орхиде|альстромер|фрез|нарцисс|георгин|лили|ирис|rose|tulip|peon|chrysanthemum|hydrangea|gerbera|ranunculus|carnation|sunflower|orchid|lil[iy]|dais|iris|eustoma';
export const ANY_GOODS = `(?:${FLOWERS_ANY}|букет|корзин|короб|набор|композиц|охап|пучк|горш|венк|цвет|ваз|бутоньерк|зелен|упаков|открыт|лент|шар|топпер|эвкалипт|мимоз|астр|веток|ветк|${MADE}|box|bunch|flower|vase|boutonni|buttonhole|greenery|wrapping|card|ribbon|balloon|stem)\\p{L}{0,4}`;
const IS_FLOWER = new RegExp(`^(?:${FLOWERS_ANY})\\p{L}{0,4}$`, 'iu');
/** True for a name of loose flowers: "красных роз". False for a bouquet or other composite goods: "букета роз". */
export const isOfFlowers = (name: string): boolean =>
  !WHOLE.test(name) && name.split(' ').some((word) => IS_FLOWER.test(word));
export const isGoodsWord = (word: string): boolean => new RegExp(`^${ANY_GOODS}$`, 'u').test(word);
/** Multiplication signs. The "х" that begins "хризантемы" is a letter. */
export const TIMES = '[xх×*](?!\\p{L})';
export const PIECES = `(?:шт(?:\\.|ук[аи]?)?|пач(?:к[аиу]|ек)|вет(?:к|оч)\\p{L}{1,3}|веток|стеб(?:ел|л)\\p{L}{1,2}|pcs\\.?|pieces?|pc\\.?|branch(?:es)?|stems?|stalks?)${END}\\.?`;
export const PACK = '(?:пач(?:к\\p{L}|ек)|упаков\\p{L}{1,2}|packs?|bunches)';
/** The words for packs after the name and the number of goods: "тюльпаны 2 букета", "tulips 2 bunches". */
export const PACKED = `(?:букет|пач|упаков|короб|корзин|bunch|pack|bouquet|box|basket)\\p{L}{0,3}${END}`;
export const WEIGHTS = `(?:кг|kg|гр|g|м|метр\\p{L}{0,2}|m|met(?:er|re)s?)${END}\\.?`;
export const MEASURES = `(?:мл|ml|см|cm|мм|mm|л|l)${END}`;
/** Words for years. The number before them is an age. */
export const YEARS = `(?:лет|год(?:а|ик\\p{L}{0,2})?|years?)${END}`;
/** Units. The number before a unit, as in "1000 шт", is neither a phone nor a price. */
export const UNIT = `\\s*(?:${TIMES}|${PIECES}|${WEIGHTS}|${MEASURES})`;
export const LEADING =
  /^(?:(?:hi|hello|(?:can|could) i (?:have|get|order)|i|an?|of|and|plus|with|(?:is\s+)?(?:wants?|needs?|orders?|ordered|(?:would|['’]d) like|ask(?:s|ed)? for|after)|please|и|плюс|с|ещё|еще|хоч(?:ет|у)|можно|нужен|нужн[оаы]|закаж(?:ет|ите)|заказ(?:ать|ал[аи]?)?|звонил[аи]?|(?:по)?прос(?:ит|ил[аи]?)|[+&-])[\s:]+|:\s*)+/iu;
