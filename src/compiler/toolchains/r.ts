import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import type { Report } from '../report';
import type { Toolchain } from '../toolchain';

/** `Error in f(1) : text` or `Error: text`. The text may begin on the next line. */
const error = /^(?:(?:Error in |错误于)(.{1,2000}?) :|(?:Error|错误)[:：])(?: (.*)|$)/;
const warning = /^(?:In addition: |此外: )?(?:Warning messages?|警告信息)[:：]$/;
/** The number before each of several warnings. */
const numbered = /^ {0,3}\d{1,3}: /;
const called = /^In (.{1,2000}?) :(?: (.*)|$)/;
const parsed = /^(.{1,4096}?):(\d{1,9}):(\d{1,9}): (.*)/;
/** The position that R prints with `options(show.error.locations = TRUE)`. */
const located = /^(.{1,2000}) \(from ([^()]{1,1024})#(\d{1,9})\)$/;
const halted = /^(?:Execution halted|停止执行)$/;
const ends = /^(?:Error|错误|Execution halted$|停止执行$)/;
const linesOfMessage = 20;
const excerpt = /^\d{1,9}: |^ *\^$/;

/** R: `Error in source("a.R") : a.R:2:44: unexpected symbol`. Runtime errors usually have no line. */
export const r: Toolchain = {
  name: 'r',
  readsCrashes: true,
  lines: { initials: 'EWI错' },
  detect(sample) {
    if (/^(?:Error|错误)/m.test(sample) && /^(?:Execution halted|停止执行)$/m.test(sample)) return 3;
    return /^Error in \S.{0,500} : ?(?:$|.)|^错误于|^(?:Warning messages?|警告信息)[:：]$/m.test(sample)
      ? 3
      : 0;
  },
  open: (cursor, report) => () => {
    if (warning.test(cursor.content) && cursor.peek()) {
      const messageLine = cursor.line;
      cursor.advance();
      readWarning(messageLine, cursor, report);
      while (numbered.test(cursor.content)) readWarning(cursor.line, cursor, report);
      return true;
    }
    const hit = error.exec(cursor.content);
    if (!hit || (!hit[1] && !isOwn(hit[2] ?? '', cursor))) return false;
    return readText('error', hit[1], hit[2], cursor.line, cursor, report);
  },
};

function readWarning(messageLine: number, cursor: Cursor, report: Report): void {
  const text = cursor.content.replace(numbered, '');
  const hit = called.exec(text);
  readText('warning', hit?.[1], hit ? hit[2] : text, messageLine, cursor, report);
}

/** Returns whether `Error: …` is R's: it is an error of R's parser, or R's final message follows. */
function isOwn(message: string, cursor: Cursor): boolean {
  if (/^(?:unexpected |意外的)/.test(message)) return true;
  const lines = cursor.linesBelow(linesOfMessage, (line) => line === '' || ends.test(line));
  return message !== '' && lines !== null && halted.test(lines[lines.length - 1] ?? '');
}

function readText(
  severity: Severity,
  call: string | undefined,
  text: string | undefined,
  messageLine: number,
  cursor: Cursor,
  report: Report,
): true {
  cursor.advance();
  let messageText = text?.trim() ?? '';
  if (messageText === '' && cursor.content.startsWith('  ')) {
    messageText = cursor.content.trim();
    cursor.advance();
  }
  const parsedMatch =
    call?.startsWith('source(') || call?.startsWith('parse(') ? parsed.exec(messageText) : null;
  if (parsedMatch) {
    const [, file, line, column, message = ''] = parsedMatch;
    report.add({ severity, message, at: { file, line, column }, unit: 'tabbedBytes' }, messageLine);
    for (let read = 0; read < 3 && excerpt.test(cursor.content); read++) cursor.advance();
    return true;
  }
  const [, caller = call, file, line] = located.exec(call ?? '') ?? [];
  const message = [messageText, caller === undefined ? '' : `in ${caller}`].filter(Boolean).join('\n');
  report.add({ severity, message, at: { file, line } }, messageLine);
  return true;
}
