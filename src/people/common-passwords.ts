import { readFileSync } from 'node:fs';
import breached from './breached-passwords.bin' with { type: 'file' };

/** Passwords that attackers guess first and that the filter below lacks. All are lower case, 8 characters or more. */
const WORDS = `
!qaz@wsx 01012013 01012014 01012015 01012016 01012017 01012018 01012019 01012020 01012021 01012022 01012023 01012024
01012025 11112222333 112112112 123412345 123456йцукен 12345йцук 1234йцук 123йцукен 1q2w3e4r5t6y7u 1й2ц3у4к 1й2ц3у4к5е
1йфя2цыч 27182818 55555555a 77777777a 999999999a aa12345678 aaa11111 admin1234 admin12345 admin123456 admin888
admin@123 adminadmin aleksandr1 aleksey1 alexander123 alexey12 alexey123 andrei12 andrey12 android1 anthony123
autumn123 autumn2019 autumn2020 autumn2021 autumn2022 autumn2023 autumn2024 autumn2025 autumn2026 babushka1 belarus1
benjamin123 bhbyf123 bigboss1 blyat123 bmw12345 brandon123 buhgalter buket123 business1 butterfly12 butterfly123
cgfhnfr1 changeme123 charlie11 charlie112 charlie1123 chelyabinsk chocolate12 chocolate123 christ12 christian123
christopher123 company1 company123 cthutq12 cthutq123 cveti123 cvetochki cxfcnmt1 danielle123 database1 default123
delivery1 demo1234 dinamo12 dinamo123 dmitrii1 dmitriy1 dmitry12 dmitry123 docket12 docket123 docket2019 docket2020
docket2021 docket2022 docket2023 docket2024 docket2025 docket2026 docketdocket durak123 ekaterinburg elizabeth123
evgeniy1 evgeny12 facebook1 family123 flowers123 fortnite friends123 fylhtq12 gabriel123 gagarin1 gagarin61 god12345
guest123 guest1234 guestguest hannah123 hello12345 hello123456 hjccbz12 hjccbz123 iamtheboss idiot123 iloveu123
instagram internet12 internet123 iphone12 isabella123 jennifer123 jessica123 jkmuf123 jonathan123 joshua123 k.,bvfz1
k.,bvsq1 k.,jdm123 k.,k.nt,z katherine1 katherine123 konstantin1 kosmos12 kotenok1 krasnodar1 lbyfvj12 leagueoflegends
letmein12 linkedin linux123 liverpool12 liverpool123 login123 login1234 loginlogin lordoftherings lovelove1 lovelylove
loveme123 loveyou123 lubov123 ludmila1 lyubov12 lyubov123 magazin1 magazin123 mailru123 maksim12 maksim123 manager123
margaret123 margarita1 marina12 matreshka matthew123 maxim123 maximka1 medved12 melissa123 michael11 michael112
michael1123 michelle123 mihail12 mikhail1 mojparol monday123 moscow12 moscow123 moscow2019 moscow2020 moscow2021
moscow2022 moscow2023 moscow2024 moscow2025 moscow2026 moskva12 moskva123 moyparol myshop123 mystore1 nastya12
natalie123 nfnmzyf1 nicholas123 nikita12 nikolai1 nikolay1 nissan12 nobody12 nothing123 office123 office365 orders123
p@ssw0rd! p@ssw0rd00 p@ssw0rd01 p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssw0rd12345 p@ssw0rd2
p@ssw0rd321 p@ssw0rd99 p@ssword p@ssword! p@ssword00 p@ssword01 p@ssword1 p@ssword1! p@ssword12 p@ssword123
p@ssword1234 p@ssword12345 p@ssword2 p@ssword321 p@ssword99 pa$$word pa$$word! pa$$word00 pa$$word01 pa$$word1
pa$$word1! pa$$word12 pa$$word123 pa$$word1234 pa$$word12345 pa$$word2 pa$$word321 pa$$word99 pa55word! pa55word00
pa55word01 pa55word1 pa55word1! pa55word12 pa55word123 pa55word1234 pa55word12345 pa55word2 pa55word321 pa55word99
parol1234 parol12345 pass1234! pass123400 pass123401 pass12341 pass12341! pass123412 pass1234123 pass12341234
pass123412345 pass12342 pass1234321 pass123499 passpass! passpass00 passpass01 passpass1 passpass1! passpass12
passpass123 passpass1234 passpass12345 passpass2 passpass321 passpass99 passw0rd! passw0rd00 passw0rd01 passw0rd1!
passw0rd12 passw0rd123 passw0rd1234 passw0rd12345 passw0rd2 passw0rd321 passw0rd99 password1! password12345
password1234567890 password1970 password1975 password1980 password1985 password1990 password1995 password2000
password2005 password2010 password2015 password2019 password2020 password2021 password2022 password2023 password2024
password2025 password321 passwort! passwort00 passwort01 passwort1! passwort12 passwort123 passwort1234 passwort12345
passwort2 passwort321 passwort99 patrick123 perestroika piter123 pobeda12 pobeda1945 pobeda45 princess123 privet12
privet1234 privetprivet putin123 qwe12345 qwerty1234567 qwerty12345678 qwerty1970 qwerty1975 qwerty1980 qwerty1985
qwerty1990 qwerty1995 qwerty2005 qwerty2015 qwerty2019 qwerty2020 qwerty2021 qwerty2022 qwerty2023 qwerty2024
qwerty2025 qwertypassword qwertyuiop[] qwertyzxcv rebecca123 rememberme richard123 rjntyjr1 roblox123 root1234
root12345 rossiya1 russia12 russia123 russia2019 russia2020 russia2021 russia2022 russia2023 russia2024 russia2025
russia2026 samantha123 samara12 samara163 sebastian123 secret1234 secretpassword sergei12 sergei123 shop1234 shopshop
sibir123 signin123 spartakmoskva spiderman12 spiderman123 spring123 spring2019 spring2020 spring2021 spring2022
spring2023 spring2024 spring2025 spring2026 stalin12 stanislav1 stephanie123 subaru12 suka1234 summer123 summer2019
summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 sunshine12 sunshine123 svetlana1
svyatoslav tatyana1 tatyana123 telegram telegram1 temp12345 test123456 tester123 thepassword tktyf123 toor1234
toyota12 tsvety123 twitter1 ukraine1 user1234 username1 vanessa123 vb[fbk12 veronica1 veronica123 veronika1 vfhbyf12
vfrcbv12 vfufpby1 victoria123 viktoria1 vjcrdf12 vjcrdf123 vkontakte1 vkontakte123 vladislav1 vodka123 vyacheslav
website1 welcome! welcome11 welcome112 welcome1123 welcome1234 welcome2019 welcome2020 welcome2021 welcome2022
welcome2023 welcome2024 welcome2025 welcome2026 whatever12 whatever123 whatsapp william123 windows10 winter123
winter2019 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 wsxedcrfv ww123456 yandex12
yandex123 yaroslav1 ybrbnf12 ybrbnf123 yfnfif12 yourpassword youtube1 zaika123 zayka123 zenit123 zenit1925 zhopa123
zk.,k.nt,z zvezda12 zvezda123 zxcvbnm, zxcvbnm,./ zxcvbnmasd аааааааа абвг1234 абвгд123 абвгд12345 абвгдежз абвгдеёж
админ123 администратор александр александра алексей1 алексей123 анастасия андрей12 андрей123 антон123 артем123
артём123 беларусь букетик1 бухгалтер валентина вероника вероника1 весна2020 весна2021 весна2022 весна2023 весна2024
весна2025 весна2026 виктория виктория1 владимир вячеслав даниил12 дарья123 динамо123 директор дмитрий1 дмитрий123
доставка евгений1 евгения1 екатерина елена123 елизавета зайка123 зайчонок здоровье зенит123 зенитчемпион зима2020
зима2021 зима2022 зима2023 зима2024 зима2025 зима2026 игорь123 илья1234 интернет ирина123 й1ц2у3к4 й1ц2у3к4е5
йфяцычувс йфяцычувскам йцу12345 йцу123456 йцукен12 йцукен123 йцукен1234 йцукен12345 йцукен123456 йцукен777 йцукенгш
йцукенгшщ йцукенгшщз йцукенгшщзх йцукенгшщзхъ йцукенйцукен йцукенфыва йцуфывячс казахстан компьютер константин
королева котенок1 котёночек красотка кристина кристина1 ксения12 лето2020 лето2021 лето2022 лето2023 лето2024 лето2025
лето2026 локомотив любимая1 любимка1 любимый1 люблюмаму люблютебя любовь12 любовь123 людмила1 магазин1 магазин123
максим12 максим123 малышка1 мама1234 мамамама мамапапа мамочка1 маргарита марина12 марина123 мария123 мария1234
менеджер михаил12 михаил123 мойпароль молодец1 москва12 москва123 москва2020 москва2021 москва2022 москва2023
москва2024 москва2025 москва2026 москва777 настя123 наташа12 наташа123 никита12 никита123 николай1 новыйпароль
ольга123 осень2020 осень2021 осень2022 осень2023 осень2024 осень2025 осень2026 отлично1 папа1234 пароль12 пароль123
пароль1234 пароль12345 пароль123456 парольпароль петербург питер123 полина12 полина123 привет12 привет123 привет1234
приветик приветмир приветпривет принцесса роман123 россия12 россия123 россиявперед ростислав светлана светлана1
святослав секретный семья123 сергей12 сергей123 сибирь123 солнышко солнышко1 софия123 спартак1 спартак1922 станислав
счастье1 счастье123 татьяна1 татьяна123 украина1 фыва1234 фывапрол фывапролд фывапролдж фывапролджэ фывафыва цветочек
цветы123 ъхзщшгнекуцй эждлорпавыф юлия1234 ялюблютебя ярослав1 ятебялюблю ячсмить1 ячсмить123 ячсмитьб ячсмитьбю
`;

let known: ReadonlySet<string> | undefined;
let marks: DataView | undefined;

const MARK_BYTES = 4;

export const markOf = (password: string): number =>
  new DataView(new Bun.CryptoHasher('sha256').update(password).digest().buffer).getUint32(0);

/**
 * Returns true for a password that attackers guess first, or that was stolen elsewhere. The check ignores letter case,
 * because attackers try both cases. It refuses one good password in 111,000 by mistake.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(WORDS.split(/\s+/));
  const lower = password.toLowerCase();
  return known.has(lower) || isBreached(markOf(lower));
}

/**
 * Searches the sorted marks of stolen passwords (scripts/breached-passwords.ts) for this mark. A mark is the first 4
 * bytes of a password's SHA-256.
 */
function isBreached(mark: number): boolean {
  marks ??= new DataView(Uint8Array.from(readFileSync(breached)).buffer);
  let [low, high] = [0, marks.byteLength / MARK_BYTES];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = marks.getUint32(middle * MARK_BYTES);
    if (found === mark) return true;
    if (found < mark) low = middle + 1;
    else high = middle;
  }
  return false;
}
