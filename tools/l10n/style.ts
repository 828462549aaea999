type StyleRule = readonly [pattern: RegExp, instead: string];

/** Patterns that VS Code's own text never contains, and their replacements. */
const forbiddenEverywhere: readonly StyleRule[] = [
  [/\.\.\./, 'use …'],
  [/\bhttps\b(?!:)/, 'use HTTPS'],
];

/** A letter of Japanese text. */
const japanese = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;

/** Further patterns by VS Code's ID of the language. */
const forbidden: Readonly<Record<string, readonly StyleRule[]>> = {
  en: [
    [/[«»]/, 'use “…”'],
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
    [/\bcompile messages?\b/i, 'use compiler output, or compiler errors and warnings'],
  ],
  'zh-cn': [
    [/[«»]/, 'use “…”'],
    [/退出代码|预期|键入|服务(?!器)/, '使用退出码、期望、填写、平台'],
    [
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
      'put a space between Chinese characters and Latin ones or digits',
    ],
  ],
  ru: [
    [/[“”"]/, 'используйте «…»'],
    [/ [-–] /, 'используйте тире —'],
    [
      /(?<![\p{L}-])(?:вердикт судьи|судья|судьи|судье|судью|судьёй|судьей)(?!\p{L})/iu,
      'используйте «тестирующая система»',
    ],
  ],
  es: [
    [/[«»"]/, 'use “…”'],
    [/^[^¿]*[\p{L}\d}]\?(?=\s|$|”)/u, 'starts a question with ¿'],
    [/\b(?:ordenador|fichero|pulsa|vuestr[oa]s?)\b/i, 'use equipo, archivo, selecciona'],
  ],
  ja: [
    [/[“”"«»]/, '「…」を使用'],
    [
      new RegExp(`${japanese}[A-Za-z0-9{]|[A-Za-z0-9}]${japanese}`, 'u'),
      'put a space between Japanese characters and Latin ones, digits, or placeholders',
    ],
    [new RegExp(`${japanese}[,.!]`, 'u'), '、。を使用'],
    [/[（）：]/, 'use half-width parentheses and colons'],
  ],
  'pt-br': [
    [/[«»"]/, 'use “…”'],
    [
      /\b(?:ficheiros?|ecrã|utilizador(?:es)?|guardar|rato|palavra-passe)\b/i,
      'use arquivo, tela, usuário, salvar, mouse, senha',
    ],
  ],
};

/** Returns the style problems of a text. `language`: VS Code's ID. Empty if there are none. */
export function styleProblems(text: string, language = 'en'): string[] {
  // a setting's name, a command, or code isn't a sentence
  const words = text.replace(/`[^`]*`|\(command:[^)]*\)/g, '`…`');
  return [...forbiddenEverywhere, ...(forbidden[language] ?? [])].flatMap(([pattern, instead]) => {
    const match = pattern.exec(words);
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
