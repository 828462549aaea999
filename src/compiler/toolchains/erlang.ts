import type { Cursor } from '../cursor';
import { setPosition, type Report, type DiagnosticDraft } from '../report';
import { detectByText, type Toolchain } from '../toolchain';
import { severityOf } from '../diagnostic';

const source = /\.(?:[ehxy]rl|escript)$/;
const messagePattern = /^ (Warning: )?(\S.*)/;
/** Header of a crash, as printed by `escript` and `erl -s`. */
const crashPattern = /^escript: (exception \w{1,20}: .*)|^\{"(init terminating in do_boot",.*)/;
const frame = /\(([^()]{1,4096}\.erl), line (\d{1,9})\)|\[\{file,"([^"]{1,4096})"\},\{line,(\d{1,9})\}\]/g;
/** Modules of Erlang itself. */
const system =
  /^(?:(?:erl|gen|gb|io_lib|code)_\w+|io|io_lib|lists|escript|init|proc_lib|maps|string|binary|array|dict|timer|code|sets|orddict|queue|rand)\.erl$/;
const framesRead = 60;

/** Erlang: `a.erl:5:1: syntax error before: x`. Only warnings have a severity word. Source lines begin with `%`. */
export const erlang: Toolchain = {
  name: 'erlang',
  readsCrashes: true,
  lines: { location: true, initials: 'e{' },
  detect: detectByText(
    /\.(?:[ehxy]rl|escript):\d{1,9}:(?:\d{1,9}:)? /,
    /^(?:escript: exception |\{"init terminating in do_boot",)/m,
  ),
  open: (cursor, report) => () => {
    const { location } = cursor;
    if (!location) return readCrash(cursor, report);
    const hit = source.test(location.file) ? messagePattern.exec(location.rest) : null;
    if (!hit) return false;
    report.add({
      severity: hit[1] ? 'warning' : 'error',
      message: hit[2] ?? '',
      at: location,
      unit: 'codePoints',
    });
    cursor.advance();
    while (/^% *\d*\| /.test(cursor.content)) cursor.advance();
    return true;
  },
};

/**
 * Reads a crash. The innermost call outside of Erlang's modules is its position. Calls in scripts have no position,
 * because scripts aren't compiled.
 */
function readCrash(cursor: Cursor, report: Report): boolean {
  const hit = crashPattern.exec(cursor.content);
  if (!hit) return false;
  const message = hit[1] ?? `{"${hit[2] ?? ''}`;
  const draft = report.add({ severity: 'error', message });
  for (let read = 0; read < framesRead; read++) {
    for (const [, file = '', line, listed, lineListed] of cursor.content.matchAll(frame)) {
      if (draft.line !== null || system.test(file || (listed ?? ''))) continue;
      setPosition(draft, { file: file || listed, line: line ?? lineListed });
    }
    cursor.advance();
    if (!cursor.content.startsWith('  ')) return true;
  }
  return true;
}

const header = /^( {0,20})(warning|error): (.*)/;
const thrown = /^\*\* \(([\w.]{1,200}|EXIT from [^)]{1,60})\) (.*)/;
/** Errors in the source code. Other errors have a stack. */
const ofSource = /(?:Syntax|TokenMissing|MismatchedDelimiter|Compile)Error$/;
const file = String.raw`(nofile|iex|\S.{0,4096}?\.(?:exs?|[hl]?eex))`;
const placed = new RegExp(String.raw`^${file}:(\d{1,9})(?::(\d{1,9}))?: (.*)`);
/** The position below a message: `  a.exs:4: A.f/1`, in newer versions `    └─ a.exs:4:5: A.f/1`. */
const positionBelow = new RegExp(String.raw`^ {0,20}(?:└─ | {2})${file}:(\d{1,9})(?::(\d{1,9}))?(?:: |$)`);
const gutter = /^ {0,20}\d* *[│|]/;
const elixirFrame = new RegExp(String.raw`^ {4}${file}:(\d{1,9}): (.*)`);
const linesOfMessage = 40;
const elixirFramesRead = 100;

/** Elixir: `warning: …` above its position, `** (SyntaxError) a.exs:3:25: …`, and exceptions with a stack. */
export const elixir: Toolchain = {
  name: 'elixir',
  readsCrashes: true,
  lines: { initials: ' we*' },
  detect: (sample) =>
    /^\*\* \((?:[A-Z][\w.]{0,100}|throw|exit|EXIT from [^)]{1,60})\) /m.test(sample) ||
    (/\.exs?:\d{1,9}(?::\d{1,9})?(?:$|: )/m.test(sample) && /^ {0,20}(?:warning|error): /m.test(sample))
      ? 3
      : 0,
  open: (cursor, report) => () =>
    cursor.content.startsWith('**') ? readThrown(cursor, report) : readDiagnostic(cursor, report),
};

function readDiagnostic(cursor: Cursor, report: Report): boolean {
  const hit = header.exec(cursor.content);
  if (!hit) return false;
  const lines = cursor.linesBelow(
    linesOfMessage,
    (each) => positionBelow.test(each) || header.test(each) || thrown.test(each),
  );
  const [, path, line, column] = positionBelow.exec(lines?.pop() ?? '') ?? [];
  if (!lines || path === undefined) return false;
  const [, indent = '', word, text = ''] = hit;
  const firstSourceRow = lines.findIndex((each) => gutter.test(each));
  const furtherLines = lines
    .slice(0, firstSourceRow < 0 ? undefined : firstSourceRow)
    .map((each) => each.replace(indent, ''));
  const message = [text, ...furtherLines].join('\n').trimEnd();
  report.add({ severity: severityOf(word), message, at: { file: path, line, column }, unit: 'codePoints' });
  cursor.advance(lines.length + 2);
  return true;
}

function readThrown(cursor: Cursor, report: Report): boolean {
  const [, type = '', text = ''] = thrown.exec(cursor.content) ?? [];
  if (type === '') return false;
  const inSource = ofSource.test(type);
  // newer versions print the actual errors below or above this line
  if (inSource && (/ \(errors have been logged\)$/.test(text) || header.test(cursor.peek() ?? '')))
    return true;
  const hit = inSource ? placed.exec(text) : null;
  const message = hit?.[4] ?? `(${type}) ${text}`;
  const [, file, line, column] = hit ?? [];
  const draft = report.add({ severity: 'error', message, at: { file, line, column }, unit: 'codePoints' });
  const lines = hit ? null : cursor.linesBelow(linesOfMessage, (each) => isFrame(each) || thrown.test(each));
  const hasStack = isFrame(lines?.at(-1) ?? '');
  cursor.advance(lines && hasStack ? lines.length : 1);
  if (lines && hasStack) draft.message = [message, ...lines.slice(0, -1)].join('\n').trimEnd();
  while (hit && gutter.test(cursor.content)) cursor.advance();
  readStack(draft, cursor, report);
  return true;
}

function isFrame(line: string): boolean {
  return elixirFrame.test(line) || /^ {4}(?:\([a-z_]{1,60} [\w.+-]{1,40}\) |:[a-z_]{1,60}\.)/.test(line);
}

/** Reads the stack, innermost call first. The first call in the program is the position of the error. */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (let read = 0; read < elixirFramesRead && isFrame(cursor.content); read++, cursor.advance()) {
    const [, path = '', line, message = ''] = elixirFrame.exec(cursor.content) ?? [];
    if (path === '' || path.startsWith('(')) continue;
    report.addCall(draft, { file: path, line, message });
  }
}
