import type { Tolerance } from './comparisonRule';
import { sentencesOf } from './statementText';

/** The sentences of a statement about the comparison of outputs, as data. */
export interface StatedComparison {
  readonly tolerance: Pick<Tolerance, 'absolute' | 'relative'> | null;
  /** letter case doesn't matter */
  readonly caseless: boolean;
  /** several outputs are right, so that an output that differs may also be right */
  readonly hasSeveralAnswers: boolean;
}

/**
 * Reads the rules of comparison that a statement contains, as Markdown, HTML, TeX, or plain text in English, Chinese,
 * Russian, or Japanese. Reads one sentence at a time.
 */
export function statedComparison(text: string): StatedComparison {
  let tolerance: StatedComparison['tolerance'] = null;
  let caseless = false;
  let hasSeveralAnswers = false;
  for (const sentence of sentencesOf(text)) {
    if (guarantee.test(sentence)) continue;
    tolerance ??= toleranceIn(sentence);
    caseless ||= allowsAnyCase(sentence);
    hasSeveralAnswers ||= allowsAnyAnswer(sentence);
  }
  return { tolerance, caseless, hasSeveralAnswers };
}

const guarantee = /guarante|гарантир|保证|保證|保証/;

/** Words about errors of numbers. */
const errorWords = new RegExp(
  [
    /\berrors?\b|\bprecision\b|\btoleran|\baccura(?:te|cy|tely)\b|\bprecise\b|\bdeviat|\bwithin\b|\bdecimal places\b|\bdigits after\b/,
    /\bdiffers?\b.{0,80}\b(?:answer|jury|judge|correct|reference|expected|exact|true)|\bdifference\b.{0,80}\b(?:jury|judge|correct|reference|expected|exact|true|your)/,
    /误差|誤差|精度|精确|相差|位小数|小数点?以下|(?:答案|输出).{0,20}之?差/,
    /погрешност|точност|ошибк|отлича|отклон|знак(?:а|ов|ами)? после|цифр(?:ы|ами)? после/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Words that make an error one of the answer, and not of something in the problem. */
const answerWords = new RegExp(
  [
    /\banswers?\b|\boutput|\bsolutions?\b|\baccept|\ballow|\btolerat|\bpermit|\bjury|\bjudge|\bprint|\bchecker|\bconsidered|\babsolute (?:or|and|\/) ?relative|\brelative (?:or|and|\/) ?absolute|\b(?:absolute|relative) error/,
    /答案|输出|允许|正确|通过|评测|绝对误差|相对误差|绝对或相对|相对或绝对|即可|spj|special judge/,
    /ответ|вывод|выве|напеча|допуст|допуска|разреш|правильн|верн|засчит|принима|проверя|(?:абсолютн|относительн)\S{0,4} (?:или (?:абсолютн|относительн)\S{0,4} )?(?:погрешност|ошибк)/,
    /出力|解答|答え|許容|正解|正答|想定|絶対誤差|相対誤差|ジャッジ|超えては(?:ならない|いけない|なりません)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Sentences about the input, or about how a number is rounded. */
const noTolerance =
  /\brounded?\b|\brounding\b|\btruncate|\bexactly\b.{0,20}\b(?:digits|decimal)|四舍五入|四捨五入|截断|切り捨て|округл|ровно|(?<!至少)(?<!至少需要)保留/;

interface Amount {
  readonly value: number;
  readonly index: number;
  readonly isPercent?: true;
}

function toleranceIn(sentence: string): StatedComparison['tolerance'] {
  if (!errorWords.test(sentence) || !answerWords.test(sentence)) return null;
  if (/\babsolute value of (?:the )?(?:numbers|input|coordinates)/.test(sentence)) return null;
  const amounts = amountsIn(sentence);
  if (amounts.length === 0) return noTolerance.test(sentence) ? null : toleranceOfDigits(sentence);
  if (noTolerance.test(sentence) && !strongErrorWords.test(sentence)) return null;
  const [first] = amounts;
  if (!first) return null;
  const absoluteAt = sentence.search(/\babsolute|绝对|絶対|абсолютн/);
  const relativeAt = sentence.search(/\brelative|相对|相対|относительн/);
  if (absoluteAt < 0 && relativeAt < 0)
    return { absolute: first.isPercent ? 0 : first.value, relative: first.value };
  if (absoluteAt < 0) return { absolute: 0, relative: first.value };
  if (relativeAt < 0) return { absolute: first.value, relative: 0 };
  const second = amounts.find(({ value }) => value !== first.value) ?? first;
  const isAbsoluteFirst = absoluteAt < relativeAt;
  return {
    absolute: isAbsoluteFirst ? first.value : second.value,
    relative: isAbsoluteFirst ? second.value : first.value,
  };
}

const strongErrorWords = /\berrors?\b|误差|誤差|погрешност|ошибк/;

/** Returns the numbers below 1 in a sentence. */
function amountsIn(sentence: string): readonly Amount[] {
  const found: Amount[] = [];
  for (const { 0: text, index, groups = {} } of sentence.matchAll(amount)) {
    const { factor, power, base, exponent, decimal, percent } = groups;
    const value =
      power !== undefined
        ? Number(`${factor ?? 1}e-${numberOfWord(power)}`)
        : exponent !== undefined
          ? Number(`${base}e-${exponent}`)
          : percent !== undefined
            ? Number(percent) / 100
            : Number(`0.${decimal}`);
    if (text !== '' && value > 0 && value < 1)
      found.push(percent === undefined ? { value, index } : { value, index, isPercent: true });
  }
  return found;
}

const amount = new RegExp(
  [
    /(?:(?<factor>\d{1,9}(?:\.\d{1,9})?) ?[*·⋅×x] ?)?(?<![\d.])10(?: ?(?:\^|\*\*)? ?\(? ?- ?| ?的 ?(?:负|-) ?| ?の ?(?:マイナス|-) ?| to the (?:power of )?(?:minus |negative |-)| в (?:минус |-))(?<power>\d{1,2}|[一二三四五六七八九十]{1,2}|шестой|девятой|четвертой|пятой|третьей|второй)/,
    /(?<![\d.])(?<base>\d(?:\.\d{1,3})?) ?e ?- ?0?(?<exponent>\d{1,2})/,
    /(?<![\d.,])0[.,](?<decimal>\d{1,12})(?![\d.]\d)/,
    /(?<![\d.])(?<percent>\d(?:\.\d{1,3})?) ?%/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Numbers of digits that a sentence demands at least. */
const digits = new RegExp(
  [
    /(?:at least|accurate to|accuracy of|precision of|no (?:less|fewer) than)(?: at least)? (?<english>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:decimal|digits? after|decimals|digits? to the right|fractional digits|significant decimal)/,
    /(?:至少|不少于|不低于)[^,，]{0,10}?(?<chinese>\d{1,2}|[一二三四五六七八九十]{1,2}) ?位/,
    /(?:не менее|не меньше|не хуже|как минимум|минимум|хотя бы)(?: чем)?(?: с| до)? (?<russian>\d{1,2}|одного|двух|три|трех|трёх|четырех|четырёх|пяти|шести|семи|восьми|девяти|десяти)(?:-?(?:х|ти|и|ми))? (?:верных |точных |десятичных )?(?:знак|цифр|десятичн)/,
    /小数点?(?:以下|第)? ?(?<japanese>\d{1,2}|[一二三四五六七八九十]) ?(?:桁|位)(?:以上|より多く)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function toleranceOfDigits(sentence: string): StatedComparison['tolerance'] {
  const groups = digits.exec(sentence)?.groups;
  const word = groups?.['english'] ?? groups?.['chinese'] ?? groups?.['russian'] ?? groups?.['japanese'];
  if (word === undefined) return null;
  const value = Number(`1e-${numberOfWord(word)}`);
  return value > 0 && value < 1 ? { absolute: value, relative: value } : null;
}

const numberWords: readonly (readonly string[])[] = [
  [],
  ['one', '一', 'одного'],
  ['two', '二', '两', 'двух', 'второй'],
  ['three', '三', 'три', 'трех', 'трёх', 'третьей'],
  ['four', '四', 'четырех', 'четырёх', 'четвертой'],
  ['five', '五', 'пяти', 'пятой'],
  ['six', '六', 'шести', 'шестой'],
  ['seven', '七', 'семи'],
  ['eight', '八', 'восьми'],
  ['nine', '九', 'девяти', 'девятой'],
  ['ten', '十', 'десяти'],
  ['十一'],
  ['十二', 'twelve'],
];

/** Returns NaN for an unknown word. */
function numberOfWord(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  const number = numberWords.findIndex((words) => words.includes(word));
  return number < 0 ? NaN : number;
}

const anyCase: readonly RegExp[] = [
  // English
  /\b(?:print|output|answer|letters?|characters?|strings?|verdict|checker|judge|words?|yes|display|write)\b.{0,80}\b(?:in (?:any|either|arbitrary|mixed|upper ?-?(?:case)? or lower) ?-?(?:(?:letter |register )?case|register)\b|(?:any|either|arbitrary) (?:letter )?case\b|case[- ]insensitive(?:ly)?\b|case(?: of (?:the )?(?:letters|characters))? (?:does not|doesn't|doesn’t|do not|don't) matter|not case[- ]sensitive|case is (?:ignored|not important|irrelevant|insignificant|not significant)|(?:regardless|irrespective) of (?:the )?(?:letter )?case\b|upper(?:case)? or lower ?case\b)/,
  /\bcase(?: of (?:the )?(?:letters|characters))?(?: in (?:the |your )?(?:output|answer))? (?:does not matter|doesn't matter|doesn’t matter|is not important|is irrelevant|is ignored)/,
  /\bignor(?:e|es|ing) (?:the )?(?:letter )?case\b.{0,40}\b(?:output|answer|compar)|\b(?:output|answers?|checker|judge)\b.{0,60}\b(?:ignor(?:e|es|ing)|without regard to) (?:the )?(?:letter )?case\b/,
  // Chinese: the output is named before, or directly after
  /(?:输出|答案|打印|评测|判题|检查器|校验器|字母|yes|字符).{0,40}(?:不区分(?:字母)?大小写|忽略(?:字母)?大小写|大小写(?:不敏感|均可|任意|不限|无关|都可以|随意|皆可|不作要求|没有要求)|任意(?:字母)?大小写|大小写不(?:影响|区分))/,
  /(?:任意|任何)(?:字母)?(?:的)?(?:大小写)(?:形式|方式)?.{0,4}(?:输出|打印)|大小写(?:均可|不敏感|任意).{0,6}(?:输出|打印)/,
  // Russian
  /(?:выв|печат|ответ|букв|символ|слов|строк|провер|чекер|yes|no).{0,80}(?:в любом регистре|(?:без учета|без учёта|независимо от) регистра|регистр(?: букв| символов)? (?:не важен|не имеет значения|не учитывается|может быть любым|неважен)|к регистру)/,
  /регистр(?: букв| символов)?(?: (?:в|при) (?:ответе|выводе))? (?:не важен|не имеет значения|не учитывается|неважен|может быть любым)/,
  // Japanese
  /(?:出力|答え|解答|表示|ジャッジ|判定|yes).{0,40}(?:大文字(?:・|と|、|,|\/|か|でも|\s)?(?:小文字|小文字でも)(?:の違い|の区別)?(?:は|を|の)?(?:どちらでも|いずれでも|問い?わ|問いません|区別(?:し|され)(?:ない|ません)|無視|任意|自由)|大文字でも小文字でも)/,
  /大文字(?:・|と|、|,|\/|か)?小文字(?:の違い|の区別)?(?:は|を)?.{0,12}(?:問わない|問いません|どちらで(?:出力|表示)しても|どちらでも(?:よい|構|正解))/,
];

/** Sentences about the input or the task instead of the output. */
const isAboutTask =
  /\b(?:input|search|compare(?:d|s)? words|sort(?:ed|ing)?)\b(?!.{0,60}\boutput)|比较单词|查找|统计|入力|検索|входн|сортир|сравнива(?:ются|ть) слов/;

function allowsAnyCase(sentence: string): boolean {
  if (!/case|register|大小写|大文字|регистр/.test(sentence)) return false;
  if (/^in any case\b/.test(sentence) || isAboutTask.test(sentence)) return false;
  return anyCase.some((pattern) => pattern.test(sentence));
}

const anyAnswer: readonly RegExp[] = [
  // English
  /\b(?:print|output|report|display|write|give|return|provide|produce|submit|find|choose|construct)\b.{0,60}\bany(?:one)?(?: one| single)?(?:$| ?[,)]| of (?:them|these|those|the (?:possible|valid|optimal|correct|suitable|answers|solutions|ways))| (?:valid|correct|possible|optimal|suitable|such|acceptable|solutions?|answers?|order\b|one\b|permutation|way))/,
  /\bany(?: one)?(?: of (?:them|these|those|the))?(?: (?:valid|correct|possible|optimal|suitable|such|answers?|solutions?|order|output|arrangement|permutation|sequence|path)){0,3} (?:is|are|will be|would be|may be|can be|shall be)(?: \w+ly)? (?:accept|considered|counted|allowed|fine|ok\b|correct|valid|judged|output|printed)/,
  /\b(?:multiple|several|many|more than one|different|two or more)\b.{0,80}\b(?:any|either|arbitrary|whichever)\b(?! (?:two|pair|integer|number of|of the input|case\b))/,
  /\b(?:print|output|report|list|give|write)\b.{0,60}\b(?:in|an) arbitrary (?:order|solution|answer|one)\b/,
  // Chinese
  /(?:多个|多种|多组|多解|多于一|不唯一|不止一)[^。]{0,40}(?:任意|任一|任何|任选|随便|随意|其中一|均可|都可以|都可|皆可|即可)/,
  /(?:输出|打印|给出|构造|找出|提交|返回)[^。]{0,14}(?:任意一|任一|任何一|任意合法|任意可行|任意满足|任意符合|任意顺序|任意的?次序|任意解|任意方案|任意答案|任意其中)/,
  /(?:任意|任何)(?:一(?:个|种|组)|其中一(?:个|种|组)|合法|可行|符合|满足|正确)[^。]{0,20}(?:均可|都可以|都可|皆可|即可|都会被接受|都算|都将|均视为|都视为)|[以按]任意(?:的)?(?:顺序|次序)(?:进行)?(?:输出|打印|返回)|顺序任意|special judge|\bspj\b/,
  // Russian
  /(?:вывести|выведите|выводите|выводить|вывод|напечатайте|распечатайте|печатайте|укажите|найдите|постройте|принимается|принимаются|подойд[её]т|засчитывается|зачт[её]тся|допускается|считается)[^.]{0,60}люб(?:ой|ое|ую|ая|ые|ого)(?! (?:момент|день|раз|регистр|букв|символ|пары|две|двух|i\b|тест))/,
  /люб(?:ой|ое|ая|ые|ую)(?: из (?:них|возможных|подходящих|правильных|верных|оптимальных))?(?: (?:правильный|верный|корректный|подходящий|допустимый|правильная|такой|ответ|вариант|решение)){0,3} (?:будет |может быть )?(?:принят|засчитан|зачтен|зачтён|считается|подойд|принимается|допускается|выведен)/,
  /(?:вывод|выведите|вывести|напечата|печата|перечисл|элементы|ответ)[^.]{0,60}в (?:любом|произвольном) порядке|(?:несколько|более одного|не единствен)[^.]{0,60}(?:люб(?:ой|ое|ую|ая|ые)|произвольн)(?! (?:момент|регистр))/,
  // Japanese
  /(?:複数|二つ以上|2 ?つ以上|いくつか)[^。]{0,40}(?:どれ|どちら|いずれ|任意の|どの)(?:を|か|でも|も|解|もの|答え|一つ|1 ?つ|\S{1,6}を)/,
  /(?:どれ|どちら|いずれ|どの\S{1,8})を(?:出力|表示|答え|解答)(?:して|た場合)?(?:も|でも|よ|構)|任意の(?:順序|順番|順)で?(?:出力|表示)|順(?:序|番)は(?:問わ|任意|自由)|(?:どの|いずれの)(?:ような)?(?:答え|解|順序|順番)(?:でも|で出力)/,
];

function allowsAnyAnswer(sentence: string): boolean {
  if (
    !/\bany|either|arbitrary|whichever|任|均可|可以|即可|都可|皆可|spj|special judge|其中一|люб|произвольн|どれ|どちら|いずれ|どの|任意|順/.test(
      sentence,
    )
  )
    return false;
  if (
    /lexicographic|字典序|辞書順|лексикографич|\bare given in any order|\bgiven in arbitrary order/.test(
      sentence,
    )
  )
    return false;
  return anyAnswer.some((pattern) => pattern.test(sentence));
}
