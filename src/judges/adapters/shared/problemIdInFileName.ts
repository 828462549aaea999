/** Words in the names of files and folders that aren't problem IDs. */
const COMMON_WORDS = new Set(
  (
    'a b c d e f g h i j k l m n o p q r s t u v w x y z ac alt answer answers ans attempt bad base better brute ' +
    'bruteforce cf code contest contests copy correct dmoj draft fast fastest final fixed good kattis ' +
    'main my new old optimal optimized prob problem problems prog program progs sol soln solution solutions solve ' +
    'solved source sources src slow submission submissions submit task tasks temp template test tests tle tmp try ' +
    'tries version wa wip working wrong first second third'
  ).split(' '),
);

/** Returns whether a part of a name is a common word, a number, or a version, such as `main2`, `3`, or `v2`. */
function isCommonWord(part: string): boolean {
  const word = part.replace(/(?<!\d)\d+$/, '');
  // `p1001` can be an ID
  const isLetterWithNumber = /^[a-z]\d{3,}$/.test(part);
  return word === '' || (COMMON_WORDS.has(word) && !isLetterWithNumber);
}

/** Splits a name into its parts in lower case, without common words. */
export function partsOfName(name: string, separator: RegExp): readonly string[] {
  return name
    .toLowerCase()
    .split(separator)
    .filter((part) => part !== '' && !isCommonWord(part));
}

/** Returns the only item; null if there is none, or if there are several different ones. */
export function onlyOne(items: readonly string[]): string | null {
  const [first, ...others] = new Set(items);
  return first !== undefined && others.length === 0 ? first : null;
}
