/** Words for goods as a whole: "3 букета" means three of "Букет, 15 роз", but "3 розы" means none. */
export const WHOLE =
  /(?<!\p{L})(?:букет|корзин|короб|набор|композици|охапк|пучок|пучк|горш|вен(?:ок|к)|bouquet|basket|box|set|bunch|arrangement|pot|wreath)/iu;
