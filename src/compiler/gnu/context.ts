import type { RelatedNote } from '../diagnostic';

/** The position that the line ends in; in an old Chinese include chain some words follow. */
const position = /:(\d{1,12})(?::(\d{1,12}))?(?: 的文件中)?[,，:：]$/;
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
export function readClangChainLine(text: string): RelatedNote | null {
  const note = text.startsWith(clangChain) ? readChainLine(text) : null;
  return note && { ...note, column: note.column ?? includedName, message: `in${text.slice(2)}` };
}

/**
 * A line of an include chain or of `inlined from ‘f’ at FILE:LINE:COLUMN`: it ends in a position and a comma or a
 * colon. Null for every other line.
 */
export function readChainLine(text: string): RelatedNote | null {
  if (!endsLikeScope(text) || text.length > longestChainLine) return null;
  const hit = position.exec(text);
  if (!hit) return null;
  const [all, line = '', column] = hit;
  const before = text.slice(0, -all.length);
  const fileAt = startOfFile(before);
  const file = before.slice(fileAt).trimStart();
  if (!file || Number(line) < 1 || Number(line) > mostLines) return null;
  const message = before.slice(0, fileAt).trim() || 'from';
  return { file, line: Number(line), column: Number(column) || null, message, context: true };
}

/** `In function ‘int main()’:`, `FILE: 在函数‘int main()’中:`, or with a comma where the steps of inlining follow. */
export function endsLikeScope(text: string): boolean {
  return ',，:：'.includes(text.charAt(text.length - 1)) && text !== '';
}

const closingQuotes = /[’'»”」"]/;

/** Where the file's name begins in what stands before its line number. */
function startOfFile(before: string): number {
  const indent = before.length - before.trimStart().length;
  for (const word of chainWords) {
    if (before.startsWith(word, indent) && /^\s/.test(before.slice(indent + word.length))) {
      return indent + word.length + 1;
    }
  }
  let from = before.length;
  while (from > indent && !closingQuotes.test(before.charAt(from - 1))) from--;
  const slash = before.indexOf('/', from);
  if (/[\s于於]/.test(before.charAt(slash - 1))) return slash;
  return Math.max(before.lastIndexOf(' ') + 1, from);
}
