// Any compiler output, mostly real output that is truncated, mixed, and damaged: diagnostics are well-formed and contain only
// lines and columns that appear in the output, and the time is linear in the size of the text.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type CompilerDiagnostic,
  parseCompilerOutput,
  prepareMessage,
  type RelatedNote,
  toEditorRange,
} from '../../src/compiler';
import { casesOf } from '../unit/compiler/cases';
import { awkward } from './characters';
import { isLinear } from './growth';
import { target } from './target';

const largestSample = 6000;
/** Maximum length of a sample. Longer ones only repeat themselves. */
const real = casesOf()
  .map(({ message }) => message)
  .filter((message) => message.length <= largestSample);

/** Parts of messages, and texts that resemble them. */
const pieces = [
  ...[
    'a.cpp',
    'src',
    'C:\\a b\\c.cpp',
    '/tmp/题 目/a.py',
    'Main.java',
    'a.rs',
    'a.hs',
    'a.go',
    'a.adb',
    'a.rb',
    '<stdin>',
  ],
  ...[
    ':3:',
    ':3:4:',
    ':12',
    '(3,5)',
    '(3)',
    '+3:4:',
    ':(1,2)-(3,4):',
    ':3:4-9:',
    ':007:08:',
    ':4294967296:1:',
    ':0:0:',
  ],
  ...[
    '"a.ml", line 3, characters 4-9:',
    'line 7',
    ' on line 7',
    ' at a.pl line 7.',
    'File "a.py", line 7',
    '  File "',
  ],
  ...[
    'error: ',
    'warning: ',
    'note: ',
    '错误：',
    '警告: ',
    'Fehler: ',
    'error[E0001]: ',
    'error CS0001: ',
    ' Error: ',
  ],
  ...[
    'ERROR: LoadError: ',
    'Error: ',
    'Traceback (most recent call last):',
    'PHP Parse error:  ',
    'lua: ',
    'SyntaxError: x',
  ],
  ...[
    'a.d(3): Error: ',
    'a.d(3):        ',
    'a.nim(3, 5) Error: ',
    'a.nim(3)  f',
    'Error: unhandled exception: ',
    'a.erl:3:4: Warning: ',
    '** (SyntaxError) a.exs:3:4: ',
    '  a.exs:3: ',
    '    └─ a.exs:3:4',
    'Error in source("a.R") : a.R:3:4: ',
  ],
  ...[
    'a.sh: line 7: ',
    'a.sh: 第 7 行：',
    '; caught WARNING:',
    ';   ',
    'Unhandled X in thread ',
    'error: called from',
    ' near line 3, column 4',
    'error: parse error near line 3 of file a.m',
    'a.groovy: 3: ',
    ' @ line 3, column 4.',
  ],
  ...[
    'Syntax error compiling at (a.clj:3:4).',
    'Parse error near line 7: ',
    '^--- error here',
    'ERROR: a.pl:3:4: ',
    'Warning:    ',
    'a.rs:3:4: error[E0001]: ',
  ],
  ...[
    ' --> ',
    '  |',
    '   7 | ',
    '      | ',
    '  |_____^',
    '^',
    '~~~^~~',
    '---',
    '+++',
    '═',
    '└──┘ ── ',
    '-- [E007] ',
  ],
  ...[
    'In file included from ',
    '                 from ',
    'inlined from ‘f’ at ',
    'In function ‘f’:',
    ": in function `f':",
  ],
  ...[
    "undefined reference to `f'",
    'a.o:',
    '(.text+0x1): ',
    '/usr/bin/ld: ',
    'fix-it:"a.cpp":{1:2-3:4}:"x"',
    '{1:2-1:4}:',
  ],
  ...[
    ' [-Wunused]',
    ' [-Werror,-Wx]',
    ' [E]',
    ' did you mean ‘x’?',
    '‘y’',
    '“',
    '»',
    'help: try',
    ' = note: ',
    '\t',
  ],
  ...[
    '    ',
    ' ',
    '\n',
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\x1b[31m',
    '\x1b]8;;',
    '\x1b',
    '\x07',
    '\ufeff',
    '\0',
    '变量',
    '😀',
    'e\u0301',
  ],
] as const;

const piece = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.nat().map(String) },
  { weight: 2, arbitrary: awkward },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const madeUp = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

/** A position as a share of the text, valid for any length. */
const share = fc.noBias(fc.nat({ max: 9999 })).map((at) => at / 10_000);
const edit = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: share, length: fc.nat({ max: 200 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: share, length: fc.nat({ max: 200 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: share, what: piece }),
  fc.record({ kind: fc.constant('number' as const), at: share, what: fc.nat() }),
  fc.record({ kind: fc.constant('swap' as const), at: share, with: share }),
  fc.record({ kind: fc.constant('end' as const), at: share }),
);
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

function edited(text: string, one: Edit): string {
  const at = Math.floor(one.at * text.length);
  switch (one.kind) {
    case 'cut':
      return text.slice(0, at) + text.slice(at + one.length);
    case 'repeat':
      return text.slice(0, at + one.length) + text.slice(at);
    case 'insert':
      return text.slice(0, at) + one.what + text.slice(at);
    case 'number':
      return text.slice(0, at) + text.slice(at).replace(/\d+/, String(one.what));
    case 'swap':
      return withSwappedLines(text, one.at, one.with);
    case 'end':
      return text.slice(0, at);
  }
}

function withSwappedLines(text: string, one: number, other: number): string {
  const lines = text.split('\n');
  const [first, second] = [one, other].map((part) =>
    Math.min(lines.length - 1, Math.floor(part * lines.length)),
  );
  const kept = lines[first ?? 0] ?? '';
  lines[first ?? 0] = lines[second ?? 0] ?? '';
  lines[second ?? 0] = kept;
  return lines.join('\n');
}

const damaged = fc
  .tuple(fc.constantFrom(...real), fc.array(edit, { maxLength: 6 }))
  .map(([message, edits]) => edits.reduce(edited, message));

const compileMessage: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: damaged },
  { weight: 1, arbitrary: fc.tuple(damaged, damaged).map(([one, other]) => one + other) },
  { weight: 2, arbitrary: madeUp },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

const countsFromZero = new Set(['ocaml', 'ocaml-exception', 'scala3']);

/** Throws if the diagnostics of a message aren’t valid. */
function examineMessage(message: string): void {
  const prepared = prepareMessage(message);
  const lines = prepared.split('\n');
  const numbers = new Set((prepared.match(/\d+/g) ?? []).map(Number));
  for (const diagnostic of parseCompilerOutput(message)) {
    examineDiagnostic(diagnostic, numbers);
    const { messageLine, messageEndLine } = diagnostic;
    assert.ok(
      messageLine >= 0 && messageLine < messageEndLine && messageEndLine <= lines.length,
      'its lines',
    );
    for (const line of ['', diagnostic.excerpt?.text ?? '\t变量 = 1', lines[messageLine] ?? '']) {
      const { start, end } = toEditorRange(diagnostic, line);
      assert.ok(Number.isInteger(start) && Number.isInteger(end), 'a range of whole numbers');
      assert.ok(start >= 0 && start <= end && end <= line.length, `${start} to ${end} of ${line.length}`);
    }
  }
}

function examineDiagnostic(diagnostic: CompilerDiagnostic, numbers: ReadonlySet<number>): void {
  const { severity, line, column, endColumn, startColumn, excerpt, fixes, related, toolchain } = diagnostic;
  assert.ok(['error', 'warning', 'information'].includes(severity));
  examineNumber('line', line, numbers);
  const least = countsFromZero.has(toolchain) ? 1 : 0;
  examineNumber('column', column === null ? null : column - least, numbers, least);
  if (column === null) assert.equal(startColumn, undefined);
  else assert.ok((endColumn ?? column + 1) > column && (startColumn ?? 0) <= column, 'its columns');
  if (excerpt) {
    const caret = excerpt.caret ?? excerpt.start;
    assert.ok(excerpt.start >= 0 && excerpt.start <= caret && caret < excerpt.end, 'its excerpt');
  }
  for (const fix of fixes ?? []) {
    examineNumber('line of a fix', fix.line, numbers);
    assert.ok(fix.column >= 1 && fix.endColumn >= fix.column, 'columns of a fix');
    assert.ok(fix.replacement.length <= 200 && !/[\n\r\x1b]/.test(fix.replacement), 'a replacement');
  }
  for (const note of related) examineNote(note, toolchain, numbers);
}

function examineNote(
  { line, column, step, excerpt }: RelatedNote,
  toolchain: string,
  numbers: ReadonlySet<number>,
): void {
  examineNumber('line of a note', line, numbers);
  if (excerpt) assert.ok(step === 'use' && excerpt.start >= 0 && excerpt.start < excerpt.end, 'its excerpt');
  // rustc prints labels without their columns, and Clang prints no column for the name in a directive
  if (toolchain === 'rustc') return assert.ok(column === null || column >= 1);
  if (column === null || (step === 'include' && column === 10)) return;
  const least = countsFromZero.has(toolchain) ? 1 : 0;
  examineNumber('column of a note', column - least, numbers, least);
}

/** @param least 1 if the compiler counts columns from 0 */
function examineNumber(what: string, value: number | null, numbers: ReadonlySet<number>, least = 0): void {
  if (value === null) return;
  assert.ok(Number.isInteger(value) && value >= 1 - least && value <= 0x7fffffff, `${what}: ${value}`);
  assert.ok(numbers.has(value), `${what}: ${value} doesn’t appear in the message`);
}

export const compileMessages = target('compiler output', compileMessage, examineMessage);
export const compileMessageTimes = target(
  'time of compiler output',
  compileMessage,
  (message) => isLinear(message, parseCompilerOutput),
  { cost: 400 },
);
