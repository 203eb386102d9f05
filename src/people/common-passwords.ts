/**
 * Passwords that guessers try first: keyboard walks, names, words with a year, English ones, Russian ones, and Russian ones typed
 * with the Latin layout on. All of 8 characters or more, for shorter ones are refused by their length; all in lower case.
 */
const WORDS = `
!qaz2wsx !qaz@wsx 00000000 000000000 0000000000 00700700 007007007 01011970 01011971 01011972 01011973 01011974
01011975 01011976 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987
01011988 01011989 01011990 01011991 01011992 01011993 01011994 01011995 01011996 01011997 01011998 01011999 01012000
01012001 01012002 01012003 01012004 01012005 01012006 01012007 01012008 01012009 01012010 01012011 01012012 01012013
01012014 01012015 01012016 01012017 01012018 01012019 01012020 01012021 01012022 01012023 01012024 01012025 01234567
012345678 0123456789 0987654321 0okm9ijn 0p9o8i7u 100200300 10101010 11111111 111111111 1111111111 11112222
11112222333 112112112 11223344 1122334455 112233445566 11235813 12121212 12312312 123123123 123321123 12341234
123412345 12344321 1234512345 123454321 1234554321 123456123456 123456654321 12345678 123456780 123456789 1234567890
12345678900 1234567891 12345678910 123456789a 12345678a 12345679 123456ab 123456abc 123456qwe 123456qwerty
123456йцукен 12345abc 12345qwe 12345qwert 12345qwerty 12345йцук 1234abcd 1234asdf 1234qwer 1234qwerty 1234йцук
123qwe123 123qwe456 123qweasd 123qweasdzxc 123qwerty 123йцукен 12qwaszx 13131313 147258369 147852369 159357456
159753456 19841984 19901990 19911991 19921992 19931993 19941994 19951995 19991999 1a2b3c4d 1a2s3d4f 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qa2ws3ed 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz@wsx 1qazxsw2 1qw23er4
1z2x3c4v 1й2ц3у4к 1й2ц3у4к5е 1йфя2цыч 20002000 20012001 20202020 22222222 222222222 2222222222 23232323 27182818
2wsx3edc 31415926 314159265 321654987 33333333 333333333 3333333333 3edc4rfv 44444444 444444444 4444444444 456789123
4rfv5tgb 55555555 555555555 5555555555 55555555a 5tgb6yhn 66666666 666666666 6666666666 69696969 741852963 77777777
777777777 7777777777 77777777a 789456123 87654321 88888888 888888888 8888888888 911911911 963852741 987654321
9876543210 99999999 999999999 9999999999 999999999a a1234567 a12345678 a123456789 a1a1a1a1 a1b2c3d4 a1b2c3d4e5
aa123456 aa12345678 aaa11111 aaaaaaaa aaaaaaaaa aaaaaaaaaa abc12345 abc123456 abc123abc abcd1234 abcd12345 abcdefgh
abcdefghi abcdefghij access123 access14 admin123 admin1234 admin12345 admin123456 admin888 admin@123 adminadmin
administrator airborne aleksandr aleksandr1 aleksandra aleksey1 alexander alexander1 alexander123 alexandr alexandr1
alexandra alexey12 alexey123 amanda123 america1 american anastasia anastasiya andrei12 andrei123 andrew123 andrey12
andrey123 android1 angel123 anthony1 anthony123 anything1 apple123 arsenal1 asdasd123 asdasdasd asdf1234 asdf123456
asdfasdf asdfgh12 asdfgh123 asdfghjk asdfghjkl asdfghjkl; asdfqwer asdfzxcv ashley123 assassin assassins asshole1
australia autumn123 autumn2019 autumn2020 autumn2021 autumn2022 autumn2023 autumn2024 autumn2025 autumn2026 babushka
babushka1 balalaika banana12 barcelona baseball baseball1 baseball12 baseball123 basketball batman12 beautiful
belarus1 benjamin benjamin1 benjamin123 bestfriend bhbyf123 bigboss1 bigdaddy blackbird blackcat blahblah blessed1
blueberry blyat123 bmw12345 brandon1 brandon123 budweiser buhgalter buket123 bulldogs bullshit business business1
butterfly butterfly1 butterfly12 butterfly123 california canada12 carolina cdtnkfyf cgfhnfr1 champion changeit
changeme changeme1 changeme123 charlie1 charlie11 charlie112 charlie1123 charlie123 cheese12 chelsea1 chelyabinsk
chocolate chocolate1 chocolate12 chocolate123 christ12 christian christian1 christian123 christopher christopher1
christopher123 cinderella cjkysirj colorado company1 company123 computer computer1 computer12 computer123 cookie12
cookie123 corvette counterstrike cowboys1 creative crocodile cthutq12 cthutq123 cupcake1 cveti123 cvetochki cxfcnmt1
daniel123 danielle danielle1 danielle123 darkness database1 dbrnjhbz dddddddd december default1 default123 delivery1
demo1234 demodemo diamond1 dinamo12 dinamo123 direktor dkflbvbh dmitrii1 dmitriy1 dmitry12 dmitry123 docket12
docket123 docket2019 docket2020 docket2021 docket2022 docket2023 docket2024 docket2025 docket2026 docketdocket
dolphins dontforget dragon12 dthjybrf durak123 ekaterina ekaterinburg elephant elizabeth elizabeth1 elizabeth123
eminem12 england1 ericsson evgeniy1 evgeniya evgeny12 facebook facebook1 family123 february ferrari1 fktrcfylh
fktrcfylhf fktrctq1 flower123 flowers1 flowers123 football football1 football12 football123 forever1 forever21
fortnite freedom1 friends1 friends123 fuckyou1 fuckyou123 fuckyou2 fyfcnfcbz fylhtq12 fylhtq123 gabriel1 gabriel123
gagarin1 gagarin61 gamecube gandalf1 garfield germany1 gfhjkm12 gfhjkm123 gfhjkm1234 ghbdtn12 ghbdtn123 ghbywtccf
gladiator god12345 godfather goldfish google12 google123 gorgeous guest123 guest1234 guestguest guinness hannah123
harley12 harrypotter heaven12 hello123 hello1234 hello12345 hello123456 hellohello hellokitty helloworld hjccbz12
hjccbz123 hockey12 hogwarts homer123 honda123 hunter12 iamtheboss idiot123 ilovegod ilovehim ilovejesus iloveme1
ilovemyself iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 instagram internet internet1
internet12 internet123 iphone12 ireland1 isabella isabella1 isabella123 jackass1 january1 jennifer jennifer1
jennifer123 jessica1 jessica123 jesus123 jesuschrist jkmuf123 jonathan jonathan1 jonathan123 jordan123 joshua123
justin123 juventus k.,bvfz1 k.,bvsq1 k.,jdm123 k.,k.nt,z kalinina katerina katherine katherine1 katherine123 katya123
katyusha kawasaki kazakhstan keyboard killer12 killer123 konstantin konstantin1 koroleva kosmos12 kotenok1 krasnodar
krasnodar1 krasotka kristina kristina1 lakers12 lamborghini lbyfvj12 leagueoflegends letmein1 letmein12 letmein123
letmeinnow lightning linkedin linkinpark linux123 liverpool liverpool1 liverpool12 liverpool123 lkjhgfds lkjhgfdsa
login123 login1234 loginlogin lokomotiv london12 london123 lordoftherings love1234 love12345 lovelove lovelove1
lovelylove loveme123 loveyou1 loveyou123 lubimaya lubov123 ludmila1 lvbnhbq1 lyubov12 lyubov123 lyudmila macintosh
magazin1 magazin123 mailru123 maksim12 maksim123 malishka mamapapa mamochka manager1 manager123 manchester margaret
margaret1 margaret123 margarita margarita1 marina12 marina123 marines1 marlboro master12 master123 matreshka matrix12
matthew1 matthew123 maverick maxim123 maximka1 mazda123 medved12 melissa1 melissa123 mercedes metallic metallica
michael1 michael11 michael112 michael1123 michael123 michelle michelle1 michelle123 michigan mickey12 mickeymouse
microsoft midnight mihail12 mikhail1 military minecraft minecraft1 mitsubishi mnbvcxz1 mnbvcxza mojparol monday123
monkey12 moonlight moscow12 moscow123 moscow2019 moscow2020 moscow2021 moscow2022 moscow2023 moscow2024 moscow2025
moscow2026 moskva12 moskva123 motorola moyparol mustang1 mypassword myshop123 mystore1 nastenka nastya12 nastya123
natalie1 natalie123 natasha1 natasha123 naughty1 newpassword newyork1 nfnmzyf1 nicholas nicholas1 nicholas123
nicole123 nikita12 nikita123 nikolai1 nikolay1 nintendo nirvana1 nissan12 nobody12 nokia123 nopassword nothing1
nothing123 november novosibirsk october1 office123 office365 orders123 p@ssw0rd p@ssw0rd! p@ssw0rd00 p@ssw0rd01
p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssw0rd12345 p@ssw0rd2 p@ssw0rd321 p@ssw0rd99 p@ssword
p@ssword! p@ssword00 p@ssword01 p@ssword1 p@ssword1! p@ssword12 p@ssword123 p@ssword1234 p@ssword12345 p@ssword2
p@ssword321 p@ssword99 pa$$word pa$$word! pa$$word00 pa$$word01 pa$$word1 pa$$word1! pa$$word12 pa$$word123
pa$$word1234 pa$$word12345 pa$$word2 pa$$word321 pa$$word99 pa55word pa55word! pa55word00 pa55word01 pa55word1
pa55word1! pa55word12 pa55word123 pa55word1234 pa55word12345 pa55word2 pa55word321 pa55word99 packers1 panasonic
panthers paradise parol123 parol1234 parol12345 parolparol pass1234 pass1234! pass123400 pass123401 pass12341
pass12341! pass123412 pass1234123 pass12341234 pass123412345 pass12342 pass1234321 pass123499 passpass passpass!
passpass00 passpass01 passpass1 passpass1! passpass12 passpass123 passpass1234 passpass12345 passpass2 passpass321
passpass99 passw0rd passw0rd! passw0rd00 passw0rd01 passw0rd1 passw0rd1! passw0rd12 passw0rd123 passw0rd1234
passw0rd12345 passw0rd2 passw0rd321 passw0rd99 password password! password00 password01 password1 password1!
password12 password123 password1234 password12345 password1234567890 password1970 password1975 password1980
password1985 password1990 password1995 password2 password2000 password2005 password2010 password2015 password2019
password2020 password2021 password2022 password2023 password2024 password2025 password321 password99 passwort
passwort! passwort00 passwort01 passwort1 passwort1! passwort12 passwort123 passwort1234 passwort12345 passwort2
passwort321 passwort99 patrick1 patrick123 patriots perestroika peterburg pfqxjyjr phoenix1 pineapple piter123
platinum playboy1 playstation pljhjdmt pobeda12 pobeda1945 pobeda45 poiuytre poiuytrewq pokemon1 pokemon123 porsche1
portugal precious princess princess1 princess12 princess123 privet12 privet123 privet1234 privetik privetprivet
pussycat putin123 q1234567 q12345678 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123456 qazqazqaz qazwsx12
qazwsx123 qazwsxed qazwsxedc qazwsxedcrfv qq123456 qqqqqqqq qwaszx12 qwaszxerdfcv qwe12345 qwe123456 qwe123asd
qwe123qwe qweasd123 qweasdzxc qweasdzxc123 qweqwe123 qweqweqwe qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwerty1970 qwerty1975 qwerty1980 qwerty1985 qwerty1990
qwerty1995 qwerty2000 qwerty2005 qwerty2010 qwerty2015 qwerty2019 qwerty2020 qwerty2021 qwerty2022 qwerty2023
qwerty2024 qwerty2025 qwerty777 qwertyasd qwertyasdf qwertyasdfgh qwertypassword qwertyqwerty qwertyui qwertyuio
qwertyuiop qwertyuiop123 qwertyuiop[] qwertyzxcv rainbow1 ranger12 realmadrid rebecca1 rebecca123 redskins remember
rememberme rfvtgbyhn rhbcnbyf rhfcjnrf richard1 richard123 rjntyjr1 rjvgm.nth robert123 roblox123 root1234 root12345
rootroot rossiya1 rostislav russia12 russia123 russia2019 russia2020 russia2021 russia2022 russia2023 russia2024
russia2025 russia2026 samantha samantha1 samantha123 samara12 samara163 samsung1 samsung123 scarface1 scooby12
scoobydoo scorpion scotland sebastian sebastian1 sebastian123 secret12 secret123 secret1234 secretpassword security
security1 september sergei12 sergei123 sergey12 sergey123 sexy1234 shadow12 shop1234 shopshop sibir123 signin123
simpsons slipknot snoopy12 snowboard soldier1 solnishko solnyshko somebody something spartak1 spartak1922
spartakmoskva spiderman spiderman1 spiderman12 spiderman123 spitfire spongebob spring123 spring2019 spring2020
spring2021 spring2022 spring2023 spring2024 spring2025 spring2026 sputnik1 ssssssss stalin12 stalingrad stanislav
stanislav1 starcraft starlight startrek starwars starwars1 starwars12 starwars123 steelers stephanie stephanie1
stephanie123 strawberry stupid12 subaru12 suka1234 summer12 summer123 summer2019 summer2020 summer2021 summer2022
summer2023 summer2024 summer2025 summer2026 sunshine sunshine1 sunshine12 sunshine123 superman superman1 superman12
superman123 svetlana svetlana1 svyatoslav sweetheart sweetpea swordfish tatiana1 tatyana1 tatyana123 telegram
telegram1 temp1234 temp12345 temppass test1234 test12345 test123456 tester123 testing1 testing123 testtest thepassword
thomas123 thunder1 tigers12 tinkerbell tktyf123 toor1234 topsecret toyota12 trfnthbyf trustno1 trustnoone tsvety123
twitter1 ukraine1 unknown1 user1234 username username1 valentin valentina valeriya vanessa1 vanessa123 vb[fbk12
veronica veronica1 veronica123 veronika veronika1 vfhbyf12 vfhbyf123 vfhufhbnf vfrcbv12 vfrcbv123 vfufpby1 vfvfgfgf
victoria victoria1 victoria123 victory1 viktoria viktoria1 viktoriya virginia vjcrdf12 vjcrdf123 vkontakte vkontakte1
vkontakte123 vladimir vladimir1 vladislav vladislav1 vodka123 volgograd volkswagen vyacheslav warcraft warrior1
watermelon wdtnjxtr website1 welcome! welcome01 welcome1 welcome11 welcome112 welcome1123 welcome12 welcome123
welcome1234 welcome2 welcome2019 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026
whatever whatever1 whatever12 whatever123 whatsapp wildcats william1 william123 windows1 windows10 winner12 winter12
winter123 winter2019 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 wsxedcrfv ww123456
wwwwwwww xxxxxxxx yamaha12 yandex12 yandex123 yankees1 yaroslav yaroslav1 ybrbnf12 ybrbnf123 ybrjkfq1 yfcnz123
yfnfif12 yfnfif123 yourpassword youtube1 z123456789 z1x2c3v4 zaika123 zaq12wsx zaq1xsw2 zaq1zaq1 zaqxswcde zayka123
zenit123 zenit1925 zhopa123 zk.,k.nt,z zvezda12 zvezda123 zxc12345 zxc123456 zxcasdqwe zxcqweasd zxcvbnm, zxcvbnm,./
zxcvbnm1 zxcvbnm123 zxcvbnmasd zxcvzxcv zxczxczxc zzzzzzzz аааааааа абвг1234 абвгд123 абвгд12345 абвгдежз абвгдеёж
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

/** Letters are compared without their case: guessers try both. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(WORDS.split(/\s+/));
  return known.has(password.toLowerCase());
}
