export interface Standard {
  /** `c++20`, in lower case */
  readonly name: string;
  /** options of the compiler that select it */
  readonly options: readonly string[];
  /** the compiler succeeds with these arguments and this input if it supports the standard as stable */
  readonly check: { readonly args: readonly string[]; readonly input: string };
}

/** C++ standards of GCC and Clang, the newest one first. An unfinished standard has a smaller date. */
export const cppStandards: readonly Standard[] = [
  gnuStandard('c++23', '-std=c++23', 'c++', '__cplusplus < 202302L'),
  gnuStandard('c++20', '-std=c++20', 'c++', '__cplusplus < 202002L'),
  gnuStandard('c++17', '-std=c++17', 'c++', '__cplusplus < 201703L'),
  gnuStandard('c++14', '-std=c++14', 'c++', '__cplusplus < 201402L'),
  gnuStandard('c++11', '-std=c++11', 'c++', '__cplusplus < 201103L'),
  gnuStandard('c++98', '-std=c++98', 'c++', '__cplusplus < 199711L'),
];

export const cStandards: readonly Standard[] = [
  gnuStandard('c23', '-std=gnu23', 'c', '__STDC_VERSION__ < 202311L'),
  gnuStandard('c17', '-std=gnu17', 'c', '__STDC_VERSION__ < 201710L'),
  gnuStandard('c11', '-std=gnu11', 'c', '__STDC_VERSION__ < 201112L'),
  gnuStandard('c99', '-std=gnu99', 'c', '__STDC_VERSION__ < 199901L'),
  gnuStandard('c89', '-std=gnu89', 'c', '0'),
];

export const rustEditions: readonly Standard[] = ['2024', '2021', '2018', '2015'].map((edition) => ({
  name: edition,
  options: ['--edition', edition],
  // also fails if the edition is unstable
  check: { args: ['--edition', edition, '--print', 'sysroot'], input: '' },
}));

function gnuStandard(name: string, option: string, language: string, isOlder: string): Standard {
  const input = `#if ${isOlder}\n#error\n#endif\n`;
  return { name, options: [option], check: { args: [option, '-E', '-x', language, '-'], input } };
}

/** Other spellings of standards in the judges’ languages. */
const otherNames: Readonly<Record<string, string>> = {
  '2c': '26',
  '2b': '23',
  '2a': '20',
  '1z': '17',
  '1y': '14',
  '0x': '11',
  '03': '98',
  '18': '17',
  '90': '89',
  '2x': '23',
};

/** `C++20 (GCC 13)`, `GNU G++17 7.3.1`, `-std=gnu++2a`. `G++ 13.2` is a version of the compiler. */
const cppName = /(?:\b(?:c|g|gnu|clang)\+\+ ?|\b(?:cpp|cc) ?)(98|03|0x|11|1[1478yz]|2[036abc])(?![\d.])/i;
const cName = /(?:\bgnu ?|\bc ?)(89|90|99|11|1[178]|2[3x])(?![\d.])/i;
const rustName = /\b(20(?:15|18|21|24))\b/;

/**
 * Returns the standard in the judge's name of a language: `c++20`. Null: it contains none.
 * @param language VS Code language ID
 */
export function standardOfJudge(language: string, name: string): string | null {
  const text = name.slice(0, 200);
  switch (language) {
    case 'cpp':
      return named('c++', cppName.exec(text)?.[1]);
    case 'c':
      return named('c', cName.exec(text)?.[1]);
    case 'rust':
      return rustName.exec(text)?.[1] ?? null;
    default:
      return null;
  }
}

function named(prefix: string, version: string | undefined): string | null {
  if (version === undefined) return null;
  const known = version.toLowerCase();
  return prefix + (Object.hasOwn(otherNames, known) ? otherNames[known] : known);
}
