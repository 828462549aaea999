import { fileTypesOf } from '../../judges/fileExtensions';

/** Programming languages that judges often name alike, or that share file extensions. */
interface Family {
  /** VS Code's language IDs, separated by spaces */
  readonly languages: string;
  /** matches a judge's name of the language in lower case */
  readonly words: RegExp;
}

const families: Readonly<Record<string, Family>> = {
  cpp: { languages: 'cpp', words: /c\+\+|cpp|cxx|\bg\+\+|^cc(?:\.|$)/ },
  csharp: { languages: 'csharp', words: /c#|csharp|mono_?cs|^cs\b/ },
  objectiveC: { languages: 'objective-c objective-cpp', words: /objective|\bobjc/ },
  javascript: {
    languages: 'javascript typescript',
    words: /javascript|typescript|node|^[jt]s\b|\bdeno\b|\bv8js/,
  },
  java: { languages: 'java', words: /java/ },
  kotlin: { languages: 'kotlin', words: /kotlin|^kt\b/ },
  scala: { languages: 'scala', words: /\bscala/ },
  python: { languages: 'python', words: /python|pypy|^py/ },
  pascal: { languages: 'pascal', words: /pascal|delphi|\bfpc\b|^pas\b/ },
  rust: { languages: 'rust', words: /rust|^rs\b/ },
  go: { languages: 'go', words: /^go|golang/ },
  ruby: { languages: 'ruby', words: /ruby|^rb\b/ },
  haskell: { languages: 'haskell', words: /hask|ghc|^hs\b/ },
  php: { languages: 'php', words: /php/ },
  perl: { languages: 'perl', words: /perl|^pl\b/ },
  ocaml: { languages: 'ocaml', words: /ocaml|^ml\b/ },
  d: { languages: 'd', words: /^d\b|\bdmd\b|\bldc\b/ },
  julia: { languages: 'julia', words: /julia/ },
  swift: { languages: 'swift', words: /swift/ },
  lua: { languages: 'lua', words: /lua/ },
  r: { languages: 'r', words: /^r\b/ },
  fsharp: { languages: 'fsharp', words: /f#|fsharp|monofs/ },
  visualBasic: { languages: 'vb', words: /\bvb\b|visual basic|mono_?vb/ },
  // last, because many language names contain a C
  c: { languages: 'c', words: /^(?:gnu )?c(?:\d|\b)|\bgcc\b|clang/ },
};

const familyByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, { languages }]) =>
    fileTypesOf(languages).extensions.map((extension) => [extension.slice(1), family] as const),
  ),
);

/** Extensions of all searched files, without the dot. */
export const programExtensions: readonly string[] = [...familyByExtension.keys()];

/** Returns the file's name without extension; null: not a program. */
export function programStem(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 && familyByExtension.has(name.slice(dot + 1).toLowerCase()) ? name.slice(0, dot) : null;
}

/**
 * Returns whether a file can be written in a language, given the judge's name of the language (`GNU C++17`, `cc.cc14`,
 * `CPP20`). True if the language is unknown.
 */
export function mayBeIn(path: string, language: string | null): boolean {
  const spoken = language?.slice(0, 100).toLowerCase() ?? '';
  const [family] = Object.entries(families).find(([, { words }]) => words.test(spoken)) ?? [];
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return family === undefined || familyByExtension.get(extension) === family;
}

export interface NamedProblem {
  readonly id: string;
  /** null: unknown */
  readonly title: string | null;
}

/**
 * Returns whether a program is named after a problem, in one of the usual ways: by ID (`1985A.cpp`, `P1001.cpp`,
 * `CF1985A.cpp`, `aplusb.py`), by title (`Two_Sum.cpp`), by both, by letter and title (`A_Two_Sum.cpp`), or by letter
 * or a general name in a folder of its contest or ID (`1985/A.cpp`, `P1001/main.cpp`).
 */
export function isNamedAfterProblem(path: string, { id, title }: NamedProblem): boolean {
  const stem = programStem(path);
  if (stem === null) return false;
  const name = plain(stem);
  const [whole, said] = [plain(id), plain(title ?? '')];
  const { contest, letter } = partsOf(id);
  const folder = path.split('/').at(-2) ?? '';
  const names = [
    ...(whole.length > 2 ? [whole, `cf${whole}`, `codeforces${whole}`] : []),
    // shorter titles match too many file names
    ...(said.length > 2 ? [said, whole + said, plain(letter) + said] : []),
  ];
  if (names.includes(name)) return true;
  if (plain(folder) === whole && whole.length > 2) return general.has(name);
  return contest !== '' && name === plain(letter) && isOfContest(folder, contest);
}

const general = new Set(['main', 'solution', 'sol', 'program', 'code', 'index', 'ans', 'answer']);

/** Splits `1985A` into 1985 and `A`, `abc311_a` into `abc311` and `a`. */
function partsOf(id: string): { readonly contest: string; readonly letter: string } {
  const [, contest = '', letter = ''] =
    /^(\d{1,9})([A-Za-z]\d?)$/.exec(id) ?? /^([A-Za-z\d-]{2,60})_([A-Za-z\d]{1,2})$/.exec(id) ?? [];
  return { contest, letter };
}

/** Returns whether a folder is named after a contest: `1985`, `CF1985`, `Codeforces Round 952 (1985)`. */
function isOfContest(folder: string, contest: string): boolean {
  if (plain(folder) === plain(contest)) return true;
  return /^\d+$/.test(contest) && new RegExp(`(?<!\\d)${contest}(?!\\d)`).test(folder.slice(0, 200));
}

/**
 * Returns only letters and digits, in lower case, so that `A + B Problem` equals `A_B_problem`. Empty if the text is
 * too long.
 */
function plain(text: string): string {
  if (text.length > 300) return '';
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
