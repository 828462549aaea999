import type { Cursor } from '../cursor';
import { setPosition, type DiagnosticDraft, type Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const header =
  /^(?:[^\s:]{0,200}\/)?(?:lua|luac|luajit|texlua)[\w.-]{0,12}: (?:(.{1,4096}?):(\d{1,9}): )?(.*)/;
const stackHead = 'stack traceback:';
/** The line after `error loading module 'm' from file './m.lua':`. */
const inModule = /^\t(.{1,4096}?):(\d{1,9}): (.*)/;
const linesOfMessage = 60;
const frame = /^\t(.{1,4096}?):(\d{1,9}): (in .*)/;
const program = /(?:^|\n)(?:[^\s:]{0,200}\/)?(?:lua|luac|luajit|texlua)[\w.-]{0,12}: /;

/** Lua, luac and LuaJIT: `lua: a.lua:2: 'then' expected near '='`. Runtime errors also have a stack. */
export const lua: Toolchain = {
  name: 'lua',
  readsCrashes: true,
  lines: { initials: 'lt/.' },
  detect: detectByText(program),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    if (!hit) return false;
    const [, file, line, message = ''] = hit;
    const draft = report.add({ severity: 'error', message, at: { file, line } });
    cursor.advance();
    readMore(draft, cursor);
    if (!cursor.done && cursor.content === stackHead) readStack(draft, cursor, report);
    return true;
  },
};

/**
 * Reads the other lines of a message. Does so only if a stack follows, because nothing else distinguishes them from
 * other output.
 */
function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  const lines = cursor.linesUntil(linesOfMessage, (line) => line === stackHead || header.test(line));
  if (lines?.pop() !== stackHead) return;
  const [firstLine] = lines;
  if (firstLine === undefined) return;
  const locationMatch = draft.line === null ? inModule.exec(firstLine) : null;
  if (locationMatch) setPosition(draft, { file: locationMatch[1], line: locationMatch[2] });
  const furtherLines = locationMatch ? [locationMatch[3] ?? '', ...lines.slice(1)] : lines;
  draft.message = [draft.message, ...furtherLines].join('\n');
  cursor.advance(lines.length);
}

/** Reads the stack, innermost call first. If the error has no position, uses that of the innermost call. */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (cursor.advance(); !cursor.done && cursor.content.startsWith('\t'); cursor.advance()) {
    const hit = frame.exec(cursor.content);
    if (!hit) continue;
    const [, file, line, message = ''] = hit;
    if (draft.line === null) setPosition(draft, { file, line });
    report.relate(draft, { file, line, message });
  }
}
