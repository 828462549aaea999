/** Lengths of the common start and the common end of two texts, in UTF-16 units. */
export interface CommonStartAndEnd {
  readonly start: number;
  readonly end: number;
}

/** Compares two texts. Never splits a character, and the two parts don’t overlap. */
export function commonStartAndEnd(a: string, b: string): CommonStartAndEnd {
  const [first, other] = [[...a], [...b]];
  const most = Math.min(first.length, other.length);
  let start = 0;
  while (start < most && first[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && first[first.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const length = (characters: readonly string[]): number => characters.join('').length;
  return { start: length(first.slice(0, start)), end: length(first.slice(first.length - end)) };
}
