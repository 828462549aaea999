import type { Cursor, FileLocation } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import type { Toolchain } from '../../toolchain';
import { addOwnCall } from './calls';

const head = /^={0,2}\d{0,10}={0,2}(?:ERROR|WARNING|FATAL): (\w{1,40}Sanitizer: .*)$/;
const headIn = new RegExp(head.source, 'm');
/** Addresses, which differ from run to run. */
const addresses = / (?:on (?:unknown )?address |on 0x| \(pc |at pc )[^]*$|:$/;
const access = /^(?:READ|WRITE) of size \d{1,20}/;
const call = /^ {4}#\d{1,5} 0x[\da-f]{1,16} in (.{1,8000}?):(\d{1,9})(?::(\d{1,9}))?$/;
const isCall = /^ {4}#\d{1,5} 0x/;
const ends = /^(?:SUMMARY: |={0,2}\d{0,10}={0,2}ABORTING)/;
/** Files of the system, of the sanitizer itself, and system headers. */
const foreign =
  /^(?:\/usr\/|\/lib|\/build\/|\/opt\/|<)|^(?:\.\.\/){1,9}(?:sysdeps|csu|nptl|stdlib|src\/lib)|[\\/](?:libsanitizer|compiler-rt)[\\/]/;
const undefinedBehaviorIn = /:\d{1,9}: runtime error: /;
const undefinedBehavior = /^ runtime error: (.*)/;
const pointed = /^0x[\da-f]{1,16}: note: pointer points here$/;
const linesRead = 1000;

/**
 * Reports of sanitizers: the error of AddressSanitizer etc. with its stacks, or a line of UndefinedBehaviorSanitizer.
 */
export const sanitizer: Toolchain = {
  name: 'sanitizer',
  lines: { location: true, initials: '=EW0123456789' },
  readsCrashes: true,
  detect: (sample) =>
    (sample.includes('Sanitizer: ') && headIn.test(sample)) || undefinedBehaviorIn.test(sample) ? 3 : 0,
  open: (cursor, report) => () => {
    const { content, location } = cursor;
    const [, text] = head.exec(content) ?? [];
    if (text === undefined) return location !== null && readUndefinedBehavior(location, cursor, report);
    const draft = report.add({ severity: 'error', message: text.replace(addresses, '') });
    cursor.advance();
    readReport(draft, cursor, report);
    return true;
  },
};

/** Reads `a.cpp:3:5: runtime error: …`. A dump of the bytes at a pointer may follow. */
function readUndefinedBehavior(location: FileLocation, cursor: Cursor, report: Report): boolean {
  const [, message] = undefinedBehavior.exec(location.rest) ?? [];
  if (message === undefined) return false;
  report.add({ severity: 'error', message: `runtime error: ${message}`, at: location });
  cursor.advance();
  if (pointed.test(cursor.content)) cursor.advance(3);
  return true;
}

/**
 * Reads stacks. In the first stack, the innermost call in the program becomes the position, and its callers become
 * notes. In each other stack, the innermost call in the program becomes a note.
 */
function readReport(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  let stacks = 0;
  /** the line above the current stack; null after the first call in the program */
  let title: string | null = '';
  let inStack = false;
  for (
    let read = 0;
    read < linesRead && !ends.test(cursor.content) && !cursor.done;
    read++, cursor.advance()
  ) {
    const { content } = cursor;
    if (!isCall.test(content)) {
      const accessed = access.exec(content)?.[0];
      if (accessed !== undefined) draft.message += `\n${accessed}`;
      title = content.replace(/:$/, '');
      inStack = false;
      continue;
    }
    if (!inStack) stacks++;
    inStack = true;
    const at = locationOf(content);
    if (!at || foreign.test(at.file)) continue;
    if (stacks === 1) addOwnCall(draft, at, report);
    else if (title !== null) report.relate(draft, { ...at, message: title });
    title = null;
  }
  if (ends.test(cursor.content)) cursor.advance();
}

interface Call {
  readonly file: string;
  readonly line: string;
  readonly column: string | undefined;
  readonly message: string;
}

/**
 * Parses a call. Both the function and the path may contain blanks. The path is usually absolute. Null: no position.
 */
function locationOf(content: string): Call | null {
  const [, text = '', line, column] = call.exec(content) ?? [];
  if (line === undefined) return null;
  const absolute = Math.max(text.lastIndexOf(' /'), text.search(/ [A-Za-z]:[\\/][^ ]/));
  const at = absolute < 0 ? text.lastIndexOf(' ') : absolute;
  const name = text.slice(0, at);
  return { file: text.slice(at + 1), line, column, message: `called in ${name}` };
}
