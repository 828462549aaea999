import { programStem } from './programs';

/** A problem as far as a service names it. */
export interface NamedProblem {
  readonly id: string;
  /** null: not told */
  readonly title: string | null;
}

/**
 * Whether a program is called as people and tools call the file of a problem: by its ID (`1985A.cpp`, `P1001.cpp`,
 * `CF1985A.cpp`, `aplusb.py`), by its title (`Two_Sum.cpp`), by both, by its letter and title (`A_Two_Sum.cpp`), or by
 * its letter or anything general in a folder of its contest or its ID (`1985/A.cpp`, `P1001/main.cpp`).
 */
export function isNamedAfter(path: string, { id, title }: NamedProblem): boolean {
  const stem = programStem(path);
  if (stem === null) return false;
  const name = plain(stem);
  const [whole, said] = [plain(id), plain(title ?? '')];
  const { contest, letter } = partsOf(id);
  const folder = path.split('/').at(-2) ?? '';
  const names = [
    ...(whole.length > 2 ? [whole, `cf${whole}`, `codeforces${whole}`] : []),
    // shorter ones could be about anything
    ...(said.length > 2 ? [said, whole + said, plain(letter) + said] : []),
  ];
  if (names.includes(name)) return true;
  if (plain(folder) === whole && whole.length > 2) return general.has(name);
  return contest !== '' && name === plain(letter) && isOfContest(folder, contest);
}

const general = new Set(['main', 'solution', 'sol', 'program', 'code', 'index', 'ans', 'answer']);

/** `1985A` is `A` of 1985, `abc311_a` is `a` of `abc311`. */
function partsOf(id: string): { readonly contest: string; readonly letter: string } {
  const [, contest = '', letter = ''] =
    /^(\d{1,9})([A-Za-z]\d?)$/.exec(id) ?? /^([A-Za-z\d-]{2,60})_([A-Za-z\d]{1,2})$/.exec(id) ?? [];
  return { contest, letter };
}

/** `1985`, `CF1985`, `Codeforces Round 952 (1985)`. */
function isOfContest(folder: string, contest: string): boolean {
  if (plain(folder) === plain(contest)) return true;
  return /^\d+$/.test(contest) && new RegExp(`(?<!\\d)${contest}(?!\\d)`).test(folder.slice(0, 200));
}

/** Letters and digits only, in lower case: `A + B Problem` and `A_B_problem` are the same. Empty: no name is that long. */
function plain(text: string): string {
  if (text.length > 300) return '';
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
