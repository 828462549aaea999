/** Patterns that VS Code's own text never contains, and their replacements. */
const forbidden: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[«»]/, 'use “…”'],
  [/\.\.\./, 'use …'],
  [
    /\b(?:asked for|wants to|wants? a|who is asking)\b/i,
    'services aren’t persons: requested, requires, sign in',
  ],
  [
    /\b(?:judgings|(?:a|the|one|this) judging(?! service)|hand(?:s|ed)? in)\b/i,
    'use result, submission, submit',
  ],
  [
    /\b(?:colours?|coloured|optimi[sz]ation|optimise[ds]?|cancelled|cancelling|favourites?|behaviours?|licences?|recognised?|customise[ds]?|organisations?|unauthorised|initialise[ds]?|grey)\b/i,
    'use American spelling, and -O2',
  ],
  [/\bblanks?\b/i, 'use space'],
  [/\b(?:for|of|than|to) who\b/i, 'use “for users who”'],
  [/\b(?<!in )places? of\b/i, 'use response field'],
  [/\bstands?\b(?!-| in\b| for\b)/i, 'use is, or is in'],
  [/\bgets the focus\b/i, 'use is focused'],
  [/; polling/i, 'use two sentences: “… was interrupted. Polling instead.”'],
  [/\bhttps\b(?!:)/, 'use HTTPS'],
  [/\bcompile messages?\b/i, 'use compiler output, or compiler errors and warnings'],
  [/退出代码|预期|键入|服务(?!器)/, '使用退出码、期望、填写、平台'],
  [
    /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
    'put a blank between Chinese characters and Latin ones or digits',
  ],
];

/** Returns the style problems of a text. Empty if there are none. */
export function styleProblems(text: string): string[] {
  return forbidden.flatMap(([pattern, instead]) => {
    const match = pattern.exec(text);
    return match ? [`“${match[0]}” (${instead})`] : [];
  });
}

const small = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/** Returns whether the words of a command's title are capitalized. Short words in the middle are exempt. */
export function isTitleCase(title: string): boolean {
  const words = title.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.every((word, index) => (index > 0 && small.has(word)) || /^[^\p{L}]*\p{Lu}/u.test(word));
}
