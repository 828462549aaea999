import type { RelatedNote } from '../diagnostic';
import { colon, isBlank, isDigit, wideColon } from './scan';
import type { CodeUnits } from '../units';

/** Behind the position in an old Chinese include chain. */
const chineseTail = ' 的文件中';
const comma = 0x2c;
const wideComma = 0xff0c;
const longestChainLine = 4096;
const mostLines = 1e9;

/** How an include chain begins and goes on in the languages that translate it. */
const chainWords = [
  'In file included from',
  'from',
  '在包含自',
  '从',
  '在从下述位置 include 的檔案：',
  '在從下述位置 include 的檔案：',
  '來自',
  '次のファイルから読み込み:',
  '次から読み込み:',
  'In Datei, eingebunden von',
  'von',
  'En el fichero incluido desde',
  'desde',
  'Dans le fichier inclus depuis',
  'depuis',
  'I fil inkluderet fra',
  'fra',
  'I filen inkluderad ifrån',
  'ifrån',
  'Tiedostossa, joka sisällytettiin kohdasta',
  'kohdasta',
  'У файлі, який включено у',
  'з',
  'В файле, включенном из',
  'В файле, включённом из',
  'из',
];

const clangChain = 'In file included from ';
/** behind `#include `, where the name of the file begins: what Clang points at without printing it */
const includedName = 10;

/**
 * `In file included from FILE:LINE:` as Clang prints it, whose own records hold the whole line as a note at the
 * directive's file name. Null for every other line.
 */
export function readClangChainLine(
  text: string,
  units: CodeUnits,
  start: number,
  end: number,
): RelatedNote | null {
  if (!text.startsWith(clangChain, start)) return null;
  const note = readChainLine(text, units, start, end);
  if (!note) return null;
  return { ...note, column: note.column ?? includedName, message: `in${text.slice(start + 2, end)}` };
}

/**
 * A line of an include chain or of `inlined from ‘f’ at FILE:LINE:COLUMN`: it ends in a position and a comma or a
 * colon. Null for every other line.
 */
export function readChainLine(
  text: string,
  units: CodeUnits,
  start: number,
  end: number,
): RelatedNote | null {
  if (end - start > longestChainLine) return null;
  let at = endOfPosition(text, units, end);
  const last = digitsBefore(units, at);
  if (last === at || units[last - 1] !== colon) return null;
  let line = Number(text.slice(last, at));
  let column: number | null = null;
  at = last - 1;
  const first = digitsBefore(units, at);
  if (first < at && units[first - 1] === colon) {
    column = line;
    line = Number(text.slice(first, at));
    at = first - 1;
  }
  const before = text.slice(start, at);
  const fileAt = startOfFile(before);
  const file = before.slice(fileAt).trimStart();
  if (!file || line < 1 || line > mostLines) return null;
  const message = before.slice(0, fileAt).trim();
  return { file, line, column: column || null, message: message || 'from', context: true };
}

/** `In function ‘int main()’:`, `FILE: 在函数‘int main()’中:`, or with a comma where the steps of inlining follow. */
export function endsLikeScope(units: CodeUnits, end: number): boolean {
  const unit = units[end - 1];
  return unit === comma || unit === wideComma || unit === colon || unit === wideColon;
}

/** The offset behind the position that the line ends in, where it does; -1 where it can't. */
function endOfPosition(text: string, units: CodeUnits, end: number): number {
  if (!endsLikeScope(units, end)) return -1;
  const at = end - 1;
  return text.startsWith(chineseTail, at - chineseTail.length) ? at - chineseTail.length : at;
}

/** The offset of the first digit of those that end at `until`. */
function digitsBefore(units: CodeUnits, until: number): number {
  let at = until;
  while (isDigit(units[at - 1])) at--;
  return at;
}

const closingQuotes = /[’'»”」"]/;

/** Where the file's name begins in what stands before its line number. */
function startOfFile(before: string): number {
  const indent = before.length - before.trimStart().length;
  for (const word of chainWords) {
    if (before.startsWith(word, indent) && isBlank(before.charCodeAt(indent + word.length))) {
      return indent + word.length + 1;
    }
  }
  let from = before.length;
  while (from > indent && !closingQuotes.test(before.charAt(from - 1))) from--;
  const slash = before.indexOf('/', from);
  if (/[\s于於]/.test(before.charAt(slash - 1))) return slash;
  return Math.max(before.lastIndexOf(' ') + 1, from);
}
