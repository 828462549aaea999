import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const reason = '(?:Fatal error|Precondition failed|Assertion failed)';
/**
 * `main/src.swift:3: Fatal error: Index out of range`. Files of libraries begin with their module: `Swift/Array.swift`.
 */
const trap = new RegExp(String.raw`^(.{1,4096}?\.swift):(\d{1,9}): (${reason}(?:: .*)?)$`);
/** Before Swift 5.4: `Fatal error: Index out of range: file Swift/Array.swift, line 600`. */
const olderTrap = new RegExp(
  String.raw`^(${reason}\b.*): file (?=\S)((?:(?!: file ).){1,4096}\.swift), line (\d{1,9})$`,
);
const crash = /^(?:💣 |\*\*\* )?(Program crashed: [^*]{1,200}?)(?: at 0x[\da-f]{1,16})?(?: \*\*\*)?$/;
const crashedThread = /^Thread \d{1,9} .{0,200}crashed:$/;
/** The line after the stack of the crashed thread: other threads, registers, or images. */
const endOfStack = /^[A-Z]/;
const callLocation = /^(.{1,4096}?):(\d{1,9})(?::(\d{1,9}))?$/;
const MAX_STACK_LINES = 2000;

/** Crashes of Swift programs. If a stack is printed, the calls that lead to a trap in a library become its steps. */
export const swift: Toolchain = {
  name: 'swift',
  readsCrashes: true,
  detect: detectByText(
    new RegExp(String.raw`\.swift:\d{1,9}: ${reason}(?:: |$)`, 'm'),
    new RegExp(String.raw`^${reason}\b.{0,1000}: file \S.{0,1000}\.swift, line \d{1,9}$`, 'm'),
    /^(?:💣 |\*\*\* )?Program crashed: /m,
  ),
  open: (cursor, report) => {
    let died: DiagnosticDraft | null = null;
    return () => {
      const { content } = cursor;
      if (died && crashedThread.test(content)) {
        readStack(died, cursor, report);
        died = null;
        return true;
      }
      const trapDraft = readTrap(content, report);
      if (trapDraft) died = trapDraft;
      else if (!crash.test(content)) return false;
      // a preceding trap already contains the reason
      else died ??= report.add({ severity: 'error', message: crash.exec(content)?.[1] ?? '' });
      return true;
    };
  },
};

function readTrap(content: string, report: Report): DiagnosticDraft | null {
  const newer = trap.exec(content);
  if (newer) {
    const [, file, line, message = ''] = newer;
    return report.add({ severity: 'error', message, at: { file, line } });
  }
  const older = olderTrap.exec(content);
  if (!older) return null;
  const [, message = '', file, line] = older;
  return report.add({ severity: 'error', message, at: { file, line } });
}

/**
 * Reads `1 [ra] 0x000055d0 main + 41 in src at /w/src.swift:3:7`, innermost call first, with source lines in between.
 */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  cursor.advance();
  for (let read = 0; read < MAX_STACK_LINES && !cursor.done; read++, cursor.advance()) {
    const { content } = cursor;
    if (endOfStack.test(content)) return;
    const at = /^ {0,20}\d{1,9} /.test(content) ? content.lastIndexOf(' at ') : -1;
    const hit = at < 0 ? null : callLocation.exec(content.slice(at + 4));
    if (!hit) continue;
    const [, file, line, column] = hit;
    report.addCall(draft, { file, line, column, message: 'called here', step: 'use' });
  }
}
