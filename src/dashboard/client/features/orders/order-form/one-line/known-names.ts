/**
 * First names in Russian and English. They separate a name from the words beside it: "весна Саша", "25 tulips Emma".
 * Names that are also goods, such as "Роза" and "Lily", are left out.
 */

/** Names in the nominative case. If the other cases have a different stem, the stem follows after a colon. */
export const RUSSIAN = `
Агата Аглая Аделина Азат Аида Айгуль Айрат Алевтина Александр Александра Алексей Алёна Алеся Алёша Алик Алина Алиса
Алия Алла Альбина Альфия Амина Анастасия Анатолий Ангелина Андрей Анжела Анжелика Анна Антон Антонина Анфиса Аня Арам
Арина Аркадий Арман Армен Арсен Арсений Артём Артур Аслан Ася Ашот Борис Боря Вадик Вадим Валентин Валентина Валера
Валерий Валерия Валя Ваня Варвара Варя Василий Василиса Вася Вера Вероника Вика Виктор Виктория Виолетта Виталий Виталик
Витя Влад Влада Владимир Владислав Вова Володя Всеволод Вячеслав Галина Галя Гена Геннадий Георгий Герман Глеб Гоша Гриша
Григорий Гузель Гуля Гульнара Давид Дамир Дана Даниил Данил Данила Даня Дарья Даша Денис Диана Дима Дина Динара Дмитрий
Ева Евгений Евгения Евдокия Егор Екатерина Елена Елизавета Ефим Жанна Женя Жора Зарина Захар Зина Зинаида Зоя Зульфия
Иван Игнат Игорь Ильдар Илья Инга Инна Иннокентий Ира Ирина Камилла Камиль Карен Карим Карина Каролина Катерина Катюша
Катя Кира Кирилл Клавдия Клим Коля Константин Костя Кристина Ксения Ксюша Лариса Лев:Льв Лейла Лена Леонид Лера Лёва
Лёня Лёша Лиана Лида Лидия Лиза Лика Лилиана Лиля Люба Любовь Люда Людмила Люся Магомед Майя Макар Макс Максим Малика
Марат Маргарита Марианна Марина Мария Марк Марьям Матвей Маша Мила Милана Милена Мирослава Митя Михаил Миша Мурат Муса
Надежда Надя Назар Наиля Настя Наталия Наталья Наташа Нелли Ника Никита Николай Нина Нурлан Оксана Олег Олеся Ольга Оля
Павел:Павл Паша Петя Пётр:Петр Полина Прохор Радик Раиса Рамиль Расул Рая Регина Ренат Римма Ринат Рита Роберт Родион
Рома Роман Руслан Рустам Сабина Савелий Самвел Саша Света Светлана Святослав Семён Сергей Серёжа Сеня Слава Славик
Снежана Соня София Софья Стас Станислав Стася Степан Стёпа Стефания Таисия Тамара Таня Тарас Татьяна Тася Тая Тигран
Тима Тимофей Тимур Тоня Ульяна Уля Фаина Фарид Фатима Фёдор Федя Филипп Фируза Христина Шамиль Эвелина Эдик Эдуард
Элина Эльвира Эльдар Эльмира Эмилия Эмиль Эмма Юлиана Юлия Юля Юра Юрий Яков Ян Яна Ярик Ярослав Ярослава`;

export const ENGLISH = `
Aaron Abby Abigail Adam Adele Adrian Agnes Aidan Aisha Alan Albert Alex Alexander Alexandra Alfie Alfred Alice Alison
Amanda Amelia Amy Andrea Andrew Andy Angela Anita Ann Anna Annabel Anne Annie Anthony Antonio Archie Arthur Ava Barbara
Barry Beatrice Becky Ben Benjamin Bernard Beth Bethany Betty Bob Bobby Bradley Brandon Brenda Brian Bridget Bruce Callum
Cameron Carl Carla Carlos Carmen Caroline Catherine Cathy Charles Charlie Charlotte Chloe Chris Christian Christina
Christine Christopher Claire Clara Claudia Colin Connor Craig Cynthia Damian Dan Daniel Danny Darren Dave David Debbie
Deborah Denise Dennis Derek Diana Diane Diego Dmitry Dominic Donald Donna Doris Dorothy Douglas Dylan Eddie Edith Edward
Eileen Elaine Eleanor Elena Elizabeth Ella Ellen Ellie Elliot Elsie Emily Emma Eric Erica Erin Esther Ethan Eugene Eva
Evan Evelyn Fatima Felix Finn Fiona Frances Francis Fred Frederick Freya Gareth Gary Gemma Geoff George Georgia Georgina
Gerald Gerard Gillian Gina Glen Gloria Gordon Graham Greg Gregory Greta Hannah Harold Harriet Harrison Harry Harvey Heidi
Helen Helena Henry Howard Hugh Hugo Ian Igor Imogen Irene Irina Isaac Isabel Isabella Isla Ivan Jackie Jacob Jacqueline
Jake James Jamie Jane Janet Janice Jason Jeff Jeffrey Jenna Jennifer Jenny Jeremy Jerry Jessica Jessie Jill Jim Jimmy
Joan Joanna Joanne Joe Joel John Johnny Jonathan Jordan Jose Joseph Josephine Josh Joshua Joyce Juan Judith Judy Julia
Julian Julie Justin Karen Karl Kate Katherine Kathleen Kathryn Katie Katy Kayla Keith Kelly Ken Kenneth Kevin Kim
Kimberly Kirsty Kyle Larry Laura Lauren Lawrence Leah Lena Leo Leon Leonard Lewis Liam Linda Lindsay Lisa Liz Logan
Lorraine Louis Louise Lucas Lucia Lucy Luis Luke Lydia Lynn Madison Maggie Malcolm Mandy Marcus Margaret Maria Marian
Marie Marina Mario Marion Martha Martin Mary Matilda Matt Matthew Maureen Max Megan Melanie Melissa Mia Michael Michelle
Miguel Mike Millie Miriam Mohammed Molly Monica Muhammad Nancy Naomi Natalia Natalie Natasha Nathan Neil Nicholas Nick
Nicola Nicole Nigel Nina Noah Nora Olga Oliver Olivia Oscar Owen Pamela Patricia Patrick Paul Paula Pauline Pedro Pete
Peter Phil Philip Phoebe Polly Priya Rachel Ralph Raymond Rebecca Renee Richard Ricky Rita Robert Roberta Roger Ron Ronald
Ross Roxanne Roy Russell Ryan Sally Sam Samantha Samuel Sandra Sara Sarah Sasha Scott Sean Sebastian Shane Shannon Sharon
Shaun Sheila Shirley Silvia Simon Sofia Sonia Sophia Sophie Stanley Stella Stephanie Stephen Steve Steven Stewart Stuart
Susan Susie Svetlana Sylvia Tamara Tanya Tara Ted Teresa Terry Tess Theo Theresa Thomas Tim Timothy Tina Toby Todd Tom
Tommy Tony Tracy Trevor Tyler Valerie Vanessa Vera Veronica Victor Victoria Vincent Virginia Vivian Walter Warren Wayne
Wendy William Yvonne Zach Zachary Zoe`;
