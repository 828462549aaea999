/** Names of judges and formats that are the same in every language. */
const unchanged =
  /\b(?:Judge Results|Luogu Open Platform|HTTP Basic|JSON API)\b|https?:\S+|[\w-]+(?:\.[\w-]+)+/g;

/** A number before a Russian noun, which needs three forms: 1 тест, 2 теста, 5 тестов. VS Code can’t choose one. */
const russianCount =
  /\{\d\} (?:\p{L}+ )?(?:байт|баллов|вердиктов|минут|очков|ошибок|посылок|предупреждений|примеров|результатов|секунд|символов|строк|тестов|файлов|часов)(?!\p{L})/u;

/** Returns the problems of a translation, compared with its English text. `language`: VS Code's ID. */
export function translationProblems(english: string, translated: string, language: string): string[] {
  const problems: string[] = [];
  if (english === translated && isSentence(english)) problems.push('isn’t translated');
  if (endOf(english) !== endOf(translated)) problems.push('has another punctuation mark at its end');
  if (/^\s|\s$/.test(translated)) problems.push('has a space at its start or end');
  if (language === 'ru' && russianCount.test(translated))
    problems.push('«{0} ошибок» is wrong for 2: use «Ошибок: {0}»');
  return problems;
}

/** Returns whether a text contains at least two words that aren’t names. */
function isSentence(text: string): boolean {
  const words = text.replace(/`[^`]*`/g, '').replace(unchanged, '');
  return (words.match(/\p{L}{3,}/gu) ?? []).length > 1;
}

/** Returns the kind of the last character outside quotes: `.`, `?`, `…`, `:`, or empty if it is none of these. */
function endOf(text: string): string {
  const last = text.replace(/[“«「][^”»」]*[”»」]$|[)）]+$/u, '').at(-1) ?? '';
  const kinds: Readonly<Record<string, string>> = { '。': '.', '．': '.', '？': '?', '：': ':' };
  const kind = kinds[last] ?? last;
  return '.?…:'.includes(kind) ? kind : '';
}
