import { type GnuPosition, readPosition } from './location';
import type { Severity, RelatedNote } from '../diagnostic';

export interface GnuHeader {
  /** null if no file is printed */
  readonly position: GnuPosition | null;
  readonly kind: Kind;
  /** 1-based, exclusive; 0 if none is printed */
  readonly endColumn: number;
  readonly message: string;
  readonly code: string | null;
  /** `required from here` and similar: a step that leads to the next diagnostic */
  readonly context: boolean;
}

/** `cc1plus: error: …`, `g++-12: fatal error: …` */
const program =
  /(?:^|[/\\-])(?:cc1(?:plus|obj|objplus|gm2)?|lto1|lto-wrapper|collect2|gcc|g\+\+|c\+\+|cc|clang|clang\+\+|clang-cl|cpp|f951|gfortran|gnat1|d21|go1|rust1|xgcc|xg\+\+)(?:-\d{1,3}(?:\.\d{1,3}){0,2})?(?:\.exe)?$|^<[a-z-]{1,40}>$/i;
const programPart = /^([^:：]{1,400})[:：]/;
const wordPart = /^\s*([^:：]{1,48})[:：]/;
const contextWords = /^\s?(?:instantiated|required) from/;
/** Source ranges, which Clang prints after a position with `-fdiagnostics-print-source-range-info`. */
const ranges = /^(?:\{[^{}\s]{0,58}\})+:/;
const range = /\{(\d{1,9}):(\d{1,9})-(\d{1,9}):(\d{1,9})\}/g;

/**
 * Parses the first line of a diagnostic. Null if the line isn't a header.
 *
 * @param text a line without indentation
 * @param bracketsToo see `readPosition`
 */
export function readHeader(text: string, bracketsToo: boolean): GnuHeader | null {
  const position = readPosition(text, bracketsToo);
  return position ? readPositioned(position) : readUnpositioned(text);
}

function readPositioned(position: GnuPosition): GnuHeader | null {
  const { column, bracketed } = position;
  const sourceRanges = position.rest.startsWith('{') ? ranges.exec(position.rest) : null;
  const rest = position.rest.slice(sourceRanges?.[0].length ?? 0);
  const endColumn = sourceRanges ? endColumnIn(sourceRanges[0], position) : 0;
  const headerText =
    !bracketed && rest.startsWith('  ') ? null : readHeaderText(rest, column > 0 ? position.file : null);
  if (headerText) {
    const { message, code } = headerText;
    // in an unknown language, a position with a column and a word are sufficient
    const kind = headerText.kind ?? (code?.startsWith('-W') ? 'warning' : 'error');
    return { position, kind, endColumn, message, code, context: false };
  }
  // `FILE:LINE:COLUMN:   required from here`; older: `FILE:LINE: instantiated from here`
  const message = rest.trim();
  if (message === '' || !(/^\s\s/.test(rest) || contextWords.test(rest))) return null;
  return { position, kind: 'passing', endColumn, message, code: null, context: true };
}

interface HeaderText {
  /** null for a word that may be a severity in an unknown language */
  readonly kind: Kind | null;
  readonly message: string;
  readonly code: string | null;
}

/**
 * Parses `error: TEXT [-Woption]`. Null if the text doesn't begin with a severity word.
 *
 * @param file the file of a position with a column, after which a word in an unknown language is also accepted; null:
 *   only known words are accepted
 */
function readHeaderText(text: string, file: string | null): HeaderText | null {
  const hit = wordPart.exec(text);
  if (!hit) return null;
  const word = hit[1]?.trimEnd() ?? '';
  const kind = kindOfWord(word) ?? null;
  if (kind === null && !(file !== null && looksLikeWord(word) && looksLikeFile(file))) return null;
  const { message, code } = splitOption(text.slice(hit[0].length).trimStart());
  // an `#error` or `#warning` without text would have an empty message
  return { kind, message: message || (code ?? word), code };
}

/** Parses `PROGRAM: error: …` and Clang's `error: …`. Null for any other line. */
function readUnpositioned(text: string): GnuHeader | null {
  const hit = programPart.exec(text);
  const name = hit?.[1]?.trimEnd();
  if (!hit || !name) return null;
  const afterName = text.slice(hit[0].length);
  const hasNoProgram = /^\s/.test(afterName) && kindOfWord(name) !== undefined;
  if (!hasNoProgram && !program.test(name)) return null;
  const headerText = readHeaderText(hasNoProgram ? text : afterName, null);
  if (!headerText?.kind || headerText.kind === 'passing') return null;
  const { message, code } = headerText;
  const kind = !hasNoProgram && isSummary(name, message) ? 'passing' : headerText.kind;
  return { position: null, kind, endColumn: 0, message, code, context: false };
}

/** Returns the end column of the first range that contains the position and ends in its line. 0: none. */
function endColumnIn(text: string, { line, column }: GnuPosition): number {
  for (const numbers of text.matchAll(range)) {
    const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0] = numbers.slice(1).map(Number);
    if (startLine === line && endLine === line && startColumn <= column && endColumn > column)
      return endColumn;
  }
  return 0;
}

/** Returns whether a message like `ld returned 1 exit status` only summarizes errors that the linker printed before. */
function isSummary(name: string, message: string): boolean {
  if (message.includes('[')) return false;
  if (/linker command failed|returned \d+ exit status/.test(message)) return true;
  return name.includes('collect2') && /\bld\b/.test(message) && /\d/.test(message);
}

const bracketAtEnd = /(?:^|[ \t\u00a0\u202f])\[([^[]{0,200})\]$/;
const weakness = /^CWE-\d{1,6}$/;
const option = /^-[A-Za-z][\w+=#./-]*$/;
/** Clang prints this in brackets with `-fdiagnostics-show-category`: `Semantic Issue`, or its number. */
const category =
  /^(?:\d{1,3}|(?:Lexical or Preprocessor|Semantic|Parse|Nullability|Lambda|User-Defined|Generics|Deprecations|Modules|AST|Inline Assembly|Value Conversion|Unused Entity|Documentation|ARC|Automatic Reference Counting|Backend|Coroutines|SourceManager|VTable|#pragma message|#warning|Instrumentation|Related Result Type|Format String|Concepts|Instance Variable|Dependent|Type|Objective-C|ABI|Command Line|Thread Safety|Refactoring|Sanitizer|OpenMP|Unknown)[\w -]{0,40})$/;

/**
 * Removes the brackets at the end of a message: `[-Wshadow]`, `[-Werror=shadow]`, `[-Werror,-Wshadow]`,
 * `[-Wshadow,Semantic Issue]`, `[CWE-401] [-Wanalyzer-malloc-leak]`.
 *
 * @returns `code`: the warning option, without `-Werror` if another option is printed, because the severity shows it;
 *   null if no option is printed
 */
export function splitOption(text: string): { message: string; code: string | null } {
  let message = text.trimEnd();
  let code: string | null = null;
  while (message.endsWith(']')) {
    const open = message.lastIndexOf('[');
    const hit = open < 0 ? null : bracketAtEnd.exec(message.slice(Math.max(0, open - 1)));
    const bracketCode = hit ? codeOf(hit[1] ?? '') : undefined;
    if (bracketCode === undefined) break;
    code ??= bracketCode;
    message = message.slice(0, open).trimEnd();
  }
  return { message, code };
}

/**
 * Returns the option in brackets at the end of a message. Null: the brackets contain a category, a CWE number or a
 * limit, which aren't shown. Undefined: the brackets are part of the message.
 */
function codeOf(content: string): string | null | undefined {
  // the group of a Swift warning
  if (/^#[a-z][\w-]{0,80}$/i.test(content) && !category.test(content)) return content;
  if (!content.startsWith('-')) return weakness.test(content) || category.test(content) ? null : undefined;
  const [head = '', secondOption = ''] = content.split(',', 2);
  if (!option.test(head)) return undefined;
  // a limit that was reached (`-fmax-errors=`) isn't a warning option
  if (head.startsWith('-f') && head.endsWith('=')) return null;
  if (head === '-Werror' || head === '-Wfatal-errors') return option.test(secondOption) ? secondOption : head;
  return head.startsWith('-Werror=') && head.length > 8 ? `-W${head.slice(8)}` : head;
}

/** Meaning of the word before a message. `passing`: the message isn't reported. */
export type Kind = Severity | 'note' | 'passing';

/**
 * Severity words of GCC, Clang, the GNU assembler and the GNU linker, in all languages that these have been translated
 * to.
 */
const severityWords: Readonly<Record<Kind, string>> = {
  error: `
    error|fatal error|internal compiler error|sorry, unimplemented|permerror|internal error|fatal
    错误|致命错误|编译器内部错误|编译器内部错误|对不起，尚未实现|永久错误|严重错误|内部错误
    錯誤|嚴重錯誤|致命錯誤|編譯器內部錯誤|對不起，尚未實作
    エラー|致命的エラー|致命的なエラー|コンパイラ内部エラー|内部コンパイラエラー|残念ですが未実装です
    오류|치명적 오류|컴파일러 내부 오류
    Fehler|schwerwiegender Fehler|interner Compiler-Fehler|nicht implementiert|Perm. Fehler|fataler Fehler
    erreur|erreur fatale|erreur interne du compilateur|désolé, pas implémenté|permerreur
    ошибка|фатальная ошибка|критическая ошибка|внутренняя ошибка компилятора|пока не реализовано
    помилка|критична помилка|внутрішня помилка компілятора|вибачте, не реалізовано|постійна помилка
    error fatal|error interno del compilador|lo sentimos, sin implementar|errorperm
    erro|erro fatal|erro interno do compilador
    errore|errore fatale|errore irreversibile|errore interno del compilatore
    fejl|fatal fejl|intern oversætterfejl|desværre, ikke implementeret
    fel|ödesdigert fel|internt kompilatorfel|ledsen, inte implementerat|permfel
    feil|fatal feil|virhe|vakava virhe|kohtalokas virhe|kääntäjän sisäinen virhe
    fout|fatale fout|interne compilerfout|błąd|błąd krytyczny|chyba|kritická chyba|hiba|végzetes hiba
    hata|ölümcül hata|derleyici iç hatası|özür, daha gerçeklenmedi
    lỗi|lỗi nghiêm trọng|lỗi biên dịch nội bộ|tiếc là chưa thực hiện
    σφάλμα|μοιραίο σφάλμα|εσωτερικό σφάλμα μεταγλωττιστή|συγγνώμη, δεν έχει υλοποιηθεί
    greška|fatalna greška|interna greška kompajlera|nije implementirano
    грешка|кобна грешка|унутрашња грешка компилатора|извините, није имплементирано
    galat|internal kompiler error|maaf, tidak terimplementasi|памылка|eroare|eroare fatală|შეცდომა`,
  warning: `
    warning|anachronism|pedwarn|警告|历史遗留|保守警告|過時用法|경고|Warnung|Anachronismus|Ped. Warnung
    attention|avertissement|anachronisme|pédant|предупреждение|анахронизм|попередження|анахронізм
    педантичне попередження|aviso|advertencia|anacronismo|avisoped|anacronismo|avviso|attenzione
    advarsel|anakronisme|varning|anakronism|pedvarning|varoitus|anakronismi|let op|waarschuwing
    ostrzeżenie|uwaga|varování|figyelmeztetés|uyarı|UYARI|yanlış zamanlama|cảnh báo|sai niên đại
    προειδοποίηση|αναχρονισμός|upozorenje|anakronizam|упозорење|анахронизам|peringatan
    папярэджанне|avertisment|rabhadh|გაფრთხილება`,
  note: `
    note|附注|附註|注|注意|备注|備註|備考|メモ|참고|Anmerkung|Hinweis|remarque|замечание|примечание
    зауваження|примітка|nota|bemærk|anm|anmärkning|huom|huomautus|opmerking|notatka|poznámka|megjegyzés
    bilgi|not|ghi chú|σημείωση|napomena|напомена|catatan|заўвага|notă|შენიშვნა`,
  information: `remark|info|information|Informe|Информация|Інформація|信息`,
  passing: `
    optimized|missed|debug|path|调试|除錯|デバッグ|fejlfinding|zur Fehlersuche|εκσφαλμάτωση|depuración
    vianjäljitys|débogage|отладка|исправљање|felsökning|hata ayıklama|діагностика|gỡ rối`,
};

const kinds = new Map<string, Kind>();
for (const [kind, list] of Object.entries(severityWords) as [Kind, string][]) {
  for (const word of list.split(/[|\n]/)) {
    const trimmed = word.trim();
    // the assembler capitalizes them
    if (trimmed) kinds.set(trimmed, kind).set(trimmed.charAt(0).toUpperCase() + trimmed.slice(1), kind);
  }
}

/** Returns the meaning of a severity word in any language. Undefined if the word isn't known. */
export function kindOfWord(word: string): Kind | undefined {
  return kinds.get(word);
}

/**
 * Matches text that looks like a path. Excludes debug output of programs, such as `10:20:31: best: 7` or `dp:1:2: cost:
 * 5`.
 */
const fileLike = /[\\/]|^<|\.[A-Za-z][\w+]{0,9}$/;

function looksLikeFile(file: string): boolean {
  return fileLike.test(file);
}

const plainWord = /^\p{L}[\p{L}\p{M} .,'’-]*$/u;

/** Returns whether a word may be a severity in an unknown language. */
function looksLikeWord(word: string): boolean {
  return plainWord.test(word);
}

/** The position at the end of a line. In an old Chinese translation of include chains, words follow it. */
const position = /:(\d{1,12})(?::(\d{1,12}))?(?: 的文件中)?[,，:：]$/;
const MAX_CHAIN_LINE_LENGTH = 4096;
const MAX_LINE_NUMBER = 1e9;

/** Words that begin or continue an include chain, in all languages that translate them. */
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
/** 1-based column of the file name in `#include …`. Clang doesn't print the column of an include. */
const includedName = 10;

/**
 * Parses Clang's `In file included from FILE:LINE:`. The note equals the one in Clang's serialized diagnostics: its
 * text is the whole line, and its column is that of the file name in the directive. Null for any other line.
 */
export function readClangChainLine(text: string): RelatedNote | null {
  const note = text.startsWith(clangChain) ? readChainLine(text) : null;
  return note && { ...note, column: note.column ?? includedName, message: `in${text.slice(2)}` };
}

const closingQuotes = /[’'»”」"]/;

/**
 * Parses a line of an include chain, or `inlined from ‘f’ at FILE:LINE:COLUMN`. Such a line ends with a position and a
 * comma or a colon. Null for any other line.
 */
export function readChainLine(text: string): RelatedNote | null {
  if (!endsLikeScope(text) || text.length > MAX_CHAIN_LINE_LENGTH) return null;
  const hit = position.exec(text);
  if (!hit) return null;
  const [matched, line = '', column] = hit;
  const beforeNumber = text.slice(0, -matched.length);
  const fileAt = startOfFile(beforeNumber);
  const file = beforeNumber.slice(fileAt).trimStart();
  if (!file || Number(line) < 1 || Number(line) > MAX_LINE_NUMBER) return null;
  const message = beforeNumber.slice(0, fileAt).trim() || 'from';
  // only steps of inlining contain a quoted function
  const step = closingQuotes.test(message) ? 'use' : 'include';
  return { file, line: Number(line), column: Number(column) || null, message, step };
}

/**
 * Returns whether a line ends like `In function ‘int main()’:`. A comma replaces the colon if inlining steps follow.
 */
export function endsLikeScope(text: string): boolean {
  return ',，:：'.includes(text.charAt(text.length - 1)) && text !== '';
}

/** Returns the offset of the file name in the text before the line number. */
function startOfFile(beforeNumber: string): number {
  const indent = beforeNumber.length - beforeNumber.trimStart().length;
  for (const word of chainWords) {
    if (beforeNumber.startsWith(word, indent) && /^\s/.test(beforeNumber.slice(indent + word.length))) {
      return indent + word.length + 1;
    }
  }
  let from = beforeNumber.length;
  while (from > indent && !closingQuotes.test(beforeNumber.charAt(from - 1))) from--;
  const slash = beforeNumber.indexOf('/', from);
  if (/[\s于於]/.test(beforeNumber.charAt(slash - 1))) return slash;
  return Math.max(beforeNumber.lastIndexOf(' ') + 1, from);
}
