import { widthOf } from './columns';

const tab = 0x09;
const space = 0x20;

/** Tab stops that a compiler may draw with; 1 stands for those who draw a tab as one blank. */
const tabStops = [8, 1, 4, 2];
const escapedCharacter = /<U\+([\dA-F]{4,6})>/y;

/**
 * Holds a source line that a message shows against the line itself. Compilers draw tabs as blanks, some spell out
 * what can't be seen, some leave the indentation or trailing blanks away. Time is linear.
 *
 * @param drawn the line as the message shows it
 * @param offsets 0-based UTF-16 offsets in `drawn`, ascending
 * @param trimmed the message leaves the indentation out
 * @returns where they are in `line`; null where the two are not the same line
 */
export function alignOffsets(
  drawn: string,
  line: string,
  offsets: readonly number[],
  trimmed = false,
): number[] | null {
  if (trimmed) {
    const indent = line.length - line.trimStart().length;
    const lead = drawn.length - drawn.trimStart().length;
    const shifted = offsets.map((offset) => Math.max(0, offset - lead));
    return alignOffsets(drawn.trimStart(), line.slice(indent), shifted)?.map((at) => at + indent) ?? null;
  }
  for (const stop of line.includes('\t') ? tabStops : [8]) {
    const found = walk(drawn, line, offsets, stop);
    if (found) return found;
  }
  return null;
}

function walk(drawn: string, line: string, offsets: readonly number[], stop: number): number[] | null {
  const found: number[] = [];
  let at = 0;
  let next = 0;
  let cells = 0;
  while (at < drawn.length && next < line.length) {
    const code = line.codePointAt(next) ?? 0;
    const width = code === tab ? stop - (cells % stop) : widthOf(code, cells, 'cells');
    at = endOfDrawn(drawn, at, code, width);
    if (at < 0) return null;
    while (found.length < offsets.length && (offsets[found.length] ?? 0) < at) found.push(next);
    cells += width;
    next += code > 0xffff ? 2 : 1;
  }
  // blanks at the end are not always drawn, and what is behind the end stays there
  if (drawn.slice(at).trim() || line.slice(next).trim()) return null;
  while (found.length < offsets.length) found.push(next + Math.max(0, (offsets[found.length] ?? 0) - at));
  return found;
}

/** The offset behind the character at `at`, where that is `code` drawn in `width` cells; -1 where it isn't. */
function endOfDrawn(drawn: string, at: number, code: number, width: number): number {
  if (drawn.codePointAt(at) === code) return at + (code > 0xffff ? 2 : 1);
  if (code === tab) {
    let end = at;
    while (end < at + width && drawn.charCodeAt(end) === space) end++;
    return end === at + width || end === drawn.length ? end : -1;
  }
  escapedCharacter.lastIndex = at;
  const hit = escapedCharacter.exec(drawn);
  return hit && parseInt(hit[1] ?? '', 16) === code ? escapedCharacter.lastIndex : -1;
}
