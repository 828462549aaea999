/** Names of judges and formats that are the same in every language. */
const unchanged = /\b(?:Luogu Open Platform|HTTP Basic)\b|https?:\S+|[\w-]+(?:\.[\w-]+)+/g;

/** A number and the noun that it counts. */
const counted =
  /\{\d\} (?:\w+ )?(?:bytes|cases|characters|errors|files|hours|lines|minutes|points|problems|results|samples|seconds|submissions|verdicts|warnings)\b/;

/** Returns the problems of a translation, compared with its English text. `language`: VS Code's ID. */
export function translationProblems(english: string, translated: string, language: string): string[] {
  const problems: string[] = [];
  if (english === translated && isSentence(english)) problems.push('isn’t translated');
  if (endOf(english) !== endOf(translated)) problems.push('has another punctuation mark at its end');
  if (/^\s|\s$/.test(translated)) problems.push('has a space at its start or end');
  // A noun has three forms in Russian, by its number. VS Code can’t choose, so the noun precedes the number.
  if (language === 'ru' && counted.test(english) && /\{\d\} \p{Script=Cyrillic}{3,}(?!\.)/u.test(translated))
    problems.push('«{0} ошибок» is wrong for 2: use «Ошибок: {0}»');
  return problems;
}

/** Returns whether a text contains at least two words that aren’t names. */
function isSentence(text: string): boolean {
  const words = text.replace(/`[^`]*`/g, '').replace(unchanged, '');
  return (words.match(/\p{L}{3,}/gu) ?? []).length > 1;
}

/** Returns the kind of the last character: a full stop, a question mark, an ellipsis, a colon, or none of these. */
function endOf(text: string): string {
  const last = text.replace(/[”»」)）]+$/u, '').at(-1) ?? '';
  const kinds: Readonly<Record<string, string>> = { '。': '.', '．': '.', '？': '?', '：': ':' };
  const kind = kinds[last] ?? last;
  return '.?…:'.includes(kind) ? kind : '';
}
