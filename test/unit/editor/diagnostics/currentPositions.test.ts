import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCompilerOutput, type CompilerDiagnostic } from '../../../../src/compiler';
import { CurrentPositions, type KeptText } from '../../../../src/editor/diagnostics/currentPositions';
import { linesOf, type TextEdit } from '../../../../src/editor/diagnostics/textChanges';

/** A GCC warning with its source line. */
function warning(line: number, shown: string, column = 1): CompilerDiagnostic {
  const message = [
    `/tmp/x/src:${line}:${column}: warning: it [-Wx]`,
    `${String(line).padStart(5)} | ${shown}`,
    `      | ${' '.repeat(column - 1)}^`,
    `/tmp/x/src:${line + 1}:1: note: and here`,
  ].join('\n');
  const [diagnostic] = parseCompilerOutput(message);
  assert.ok(diagnostic?.excerpt);
  return diagnostic;
}

/** A diagnostic without a source line. */
function bare(line: number): CompilerDiagnostic {
  const [diagnostic] = parseCompilerOutput(`/tmp/x/src:${line}:1: warning: it [-Wx]`);
  assert.ok(diagnostic && !diagnostic.excerpt);
  return diagnostic;
}

/** Current text of a file, and its stored text. */
type FileText = readonly [current: string, kept: KeptText | null];
const presentOf = (current: string, kept: KeptText | null): FileText => [current, kept];

const where = (diagnostic: CompilerDiagnostic, [current, kept]: FileText) => {
  const { line, outdated } = new CurrentPositions(current, kept, [diagnostic]).where(diagnostic);
  return outdated ? `older at ${line}` : line;
};

describe('CurrentPositions', () => {
  const judged = 'int main() {\n  int lonely;\n}\n';

  describe('in a file without a stored text', () => {
    it('finds the printed line if it matches the source line, or if the message contains none', () => {
      assert.equal(where(warning(2, '  int lonely;'), presentOf(judged, null)), 1);
      assert.equal(where(bare(2), presentOf(judged, null)), 1);
    });

    it('finds the only nearby line that matches the source line', () => {
      assert.equal(where(warning(2, '  int lonely;'), presentOf(`// new\n${judged}`, null)), 2);
    });

    it('rejects ambiguous lines, such as a bracket or one of several equal lines', () => {
      assert.equal(where(warning(1, '}'), presentOf(judged, null)), 'older at 0');
      const twice = 'int main() {\n  a();\n  int lonely;\n  b();\n  int lonely;\n}\n';
      assert.equal(where(warning(2, '  int lonely;'), presentOf(twice, null)), 'older at 1');
    });

    it('marks a diagnostic as older if no line matches its source line', () => {
      assert.equal(where(warning(2, '  int other;'), presentOf(judged, null)), 'older at 1');
      assert.equal(where(bare(9), presentOf('a\nb', null)), 'older at 1');
    });

    it('finds the printed line if invisible characters are escaped', () => {
      assert.equal(where(warning(1, 'int a; // <U+202E>x'), presentOf('int a; // \u202Ex', null)), 0);
    });
  });

  describe('in a submitted file that the judge compiled inside of a template', () => {
    const code = 'int add(int a, int b) {\n  int s = a + c;\n  if (s) {\n    return c;\n  }\n}\n';
    const linesFor = (diagnostics: readonly CompilerDiagnostic[]) => {
      const positions = new CurrentPositions(code, { text: code, how: 'submitted' }, diagnostics);
      return diagnostics.map((diagnostic) => {
        const { line, outdated } = positions.where(diagnostic);
        return outdated ? 'older' : line;
      });
    };

    it('finds the line that the message shows', () => {
      assert.deepEqual(linesFor([warning(4, '  int s = a + c;')]), [1]);
      assert.deepEqual(linesFor([warning(12, '    return c;')]), [3]);
    });

    it('finds brackets and lines without a source line by the shift of the others', () => {
      assert.deepEqual(linesFor([warning(4, '  int s = a + c;'), warning(7, '  }'), bare(5)]), [1, 4, 2]);
    });

    it('has no line for a message about the template', () => {
      const aboutTemplate = warning(1, 'int add(long, long);');
      assert.deepEqual(linesFor([warning(4, '  int s = a + c;'), aboutTemplate]), [1, 'older']);
    });

    it('keeps the compiler’s line if the messages show different shifts, or another form of the line', () => {
      const first = warning(3, '  int s = a + c;');
      assert.deepEqual(linesFor([first, warning(6, '    return c;'), bare(2)]), [1, 3, 1]);
      assert.deepEqual(linesFor([warning(2, '  int ? = ? + ?;')]), [1]);
    });
  });

  describe('in a submitted file', () => {
    const submitted = (current: string) => presentOf(current, { text: judged, how: 'submitted' });

    it('finds the line after it has moved', () => {
      assert.equal(where(bare(2), submitted(judged)), 1);
      assert.equal(where(bare(2), submitted(`// new\n${judged}`)), 2);
      assert.equal(where(bare(2), submitted('int main() {\n}\n')), 'older at 1');
    });

    it('finds the printed line of an unchanged file, however the judge prints it', () => {
      assert.equal(where(warning(2, '  int ??????;'), submitted(judged)), 1);
    });

    it('marks a diagnostic as older if the file was replaced', () => {
      const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join('\n');
      const text = presentOf(many('now'), { text: many('was'), how: 'submitted' });
      assert.equal(where(bare(7), text), 'older at 6');
      const kept = presentOf(`int lonely;\n${many('now')}`, { text: many('was'), how: 'submitted' });
      assert.equal(where(warning(7, 'int lonely;'), kept), 0);
    });
  });

  describe('in a file linked to the record later', () => {
    const moved = `// since\n// then\n${judged}`;
    const tied = (current: string) => presentOf(current, { text: moved, how: 'tied' });

    it('finds the line in the message, even after edits', () => {
      assert.equal(where(warning(2, '  int lonely;'), tied(moved)), 3);
      assert.equal(where(warning(2, '  int lonely;'), tied(`${moved}// end\n`)), 3);
      assert.equal(where(warning(2, '  int lonely;'), tied(`// new\n${moved}`)), 4);
    });

    it('marks a diagnostic as older if the linked text never contained the source line', () => {
      assert.equal(where(warning(2, '  int other;'), tied(moved)), 'older at 1');
      assert.equal(where(warning(2, '  int other;'), tied(`${moved}// end\n`)), 'older at 1');
    });

    it('finds the line if the file contains it now', () => {
      assert.equal(where(warning(2, '  int other;'), tied('int main() {\n  int other;\n}\n')), 1);
    });

    it('stays at the position of a deleted line', () => {
      assert.equal(
        where(warning(2, '  int lonely;'), tied(moved.replace('  int lonely;\n', ''))),
        'older at 3',
      );
    });

    it('moves notes with their diagnostic', () => {
      const diagnostic = warning(2, '  int lonely;');
      const noteIn = (owner: CompilerDiagnostic, [current, kept]: FileText) => {
        const [own] = owner.related;
        assert.ok(own);
        return new CurrentPositions(current, kept, [owner]).find(own)?.line;
      };
      assert.equal(noteIn(diagnostic, tied(moved)), 4);
      assert.equal(noteIn(diagnostic, tied(`// new\n${moved}`)), 5);
      assert.equal(noteIn(warning(2, '  int other;'), tied(moved)), undefined);
    });
  });

  describe('while the file is edited', () => {
    const code = 'int main() {\n  int lonely = 1;\n}\n';
    const marked = warning(2, '  int lonely = 1;', 7);
    const kept: KeptText = { text: code, how: 'submitted' };

    /** Returns the marked text after one edit, followed in the editor or only compared afterwards. */
    function after(line: number, from: number, to: number, text: string, isSeen: boolean): string {
      const positions = new CurrentPositions(code, kept, [marked]);
      assert.equal(positions.where(marked).text, 'lonely');
      const edit = { range: { start: { line, character: from }, end: { line, character: to } }, text };
      const current = applied(code, [edit]);
      if (isSeen) positions.follow([edit], current);
      else positions.catchUp(current);
      return shown(positions, current);
    }

    function shown(positions: CurrentPositions, current: string): string {
      const { line, start, end, text, outdated } = positions.where(marked);
      assert.equal(linesOf(current)[line]?.slice(start, end), text);
      return outdated ? `older at ${line}` : `${line}:${start} ${text}`;
    }

    for (const isSeen of [true, false]) {
      describe(isSeen ? 'in the editor' : 'without edit events', () => {
        it('follows its token when its line is changed before, after, or around it', () => {
          assert.equal(after(1, 2, 2, ' ', isSeen), '1:7 lonely');
          assert.equal(after(1, 17, 17, ' // why', isSeen), '1:6 lonely');
          assert.equal(after(1, 2, 5, 'long long', isSeen), '1:12 lonely');
          assert.equal(after(1, 6, 6, '\n', isSeen), '2:0 lonely');
          assert.equal(after(1, 0, 0, '// new\n', isSeen), '2:6 lonely');
        });

        it('marks a diagnostic as older when its token is changed', () => {
          assert.equal(after(1, 7, 8, '0', isSeen), 'older at 1');
          assert.equal(after(1, 12, 12, 's', isSeen), 'older at 1');
          assert.equal(after(1, 5, 6, '', isSeen), 'older at 1');
          assert.equal(after(1, 0, 18, '', isSeen), 'older at 1');
        });
      });
    }

    it('finds restored text again', () => {
      const positions = new CurrentPositions(code, kept, [marked]);
      const gone = 'int main() {\n}\n';
      const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
      positions.follow([{ range, text: '' }], gone);
      assert.equal(shown(positions, gone), 'older at 1');
      const at = { start: range.start, end: range.start };
      positions.follow([{ range: at, text: '  int lonely = 1;\n' }], code);
      assert.equal(shown(positions, code), '1:6 lonely');
    });

    it('finds a restored token in a line that had been changed before', () => {
      const positions = new CurrentPositions(code, kept, [marked]);
      const type = (from: number, to: number, text: string): string => {
        const range = { start: { line: 1, character: from }, end: { line: 1, character: to } };
        current = applied(current, [{ range, text }]);
        positions.follow([{ range, text }], current);
        return shown(positions, current);
      };
      let current = code;
      assert.equal(type(0, 0, '// new\n'), '2:6 lonely');
      assert.equal(type(0, 6, '// newer\n '), '3:6 lonely');
      const token = { start: { line: 3, character: 7 }, end: { line: 3, character: 8 } };
      const gone = applied(current, [{ range: token, text: 'a' }]);
      positions.follow([{ range: token, text: 'a' }], gone);
      assert.equal(shown(positions, gone), 'older at 3');
      positions.follow([{ range: token, text: 'o' }], current);
      assert.equal(shown(positions, current), '3:6 lonely');
    });

    it('finds text that a larger edit has kept', () => {
      const positions = new CurrentPositions(code, kept, [marked]);
      const current = `// all of it is new\n${code}`;
      const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
      positions.follow([{ range, text: current }], current);
      assert.equal(shown(positions, current), '2:6 lonely');
    });

    it('removes a diagnostic about missing text after that text is typed', () => {
      const text = 'int a\nint b;\n';
      const [missing] = parseCompilerOutput('/tmp/x/src:1:6: error: expected ‘;’ [-Wx]');
      assert.ok(missing);
      const positions = new CurrentPositions(text, { text, how: 'submitted' }, [missing]);
      const type = (character: number, put: string, current: string): boolean => {
        const at = { line: 0, character };
        positions.follow([{ range: { start: at, end: at }, text: put }], current);
        return positions.where(missing).outdated;
      };
      assert.equal(type(5, ' // why', 'int a // why\nint b;\n'), false);
      assert.equal(type(0, '  ', '  int a // why\nint b;\n'), false);
      assert.equal(type(7, ';', '  int a; // why\nint b;\n'), true);
    });

    it('follows its text until an edit touches it', () => {
      const word = fc.constantFrom('a', 'bb', '变量', 'x1', '(', ';', ' ', '\t', '😀', '//');
      const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));
      const program = fc.array(line, { minLength: 1, maxLength: 12 });
      const rounds = fc.array(
        fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom('', ' ', 'y', '\n', 'a;\n', '😀')), {
          maxLength: 4,
        }),
        { maxLength: 6 },
      );
      fc.assert(
        fc.property(program, rounds, fc.boolean(), (lines, edits, isKept) => {
          let text = lines.join('\n');
          const all = lines.flatMap((one, index) =>
            tokensOf(one).map((token) => ({ ...token, line: index })),
          );
          const diagnostics = all.map(({ line, start, end }) => utf16(line + 1, start + 1, end + 1));
          const positions = new CurrentPositions(
            text,
            isKept ? { text, how: 'submitted' } : null,
            diagnostics,
          );
          /** Offsets, and whether an edit touched it. */
          let tokens = all.map(({ line, start, text: own }) => {
            const at = offsetIn(text, { line, character: start });
            return { at, own, touched: false };
          });
          for (const round of edits) {
            const made = apart(round, text.length);
            const next = applied(
              text,
              made.map(({ at, length, put }) => editIn(text, at, at + length, put)),
            );
            positions.follow(
              made.map(({ at, length, put }) => editIn(text, at, at + length, put)),
              next,
            );
            tokens = tokens.map(({ at, own, touched }) => ({
              at: made.reduce(
                (now, one) => (one.at + one.length <= at ? now + one.put.length - one.length : now),
                at,
              ),
              own,
              // A letter added at its end changes the word.
              touched: touched || made.some((one) => one.at <= at + own.length && one.at + one.length >= at),
            }));
            text = next;
          }
          const now = linesOf(text);
          diagnostics.forEach((diagnostic, index) => {
            const { line, start, end, text: there, outdated } = positions.where(diagnostic);
            const token = tokens[index];
            assert.ok(token && line < now.length);
            assert.equal(now[line]?.slice(start, end), there);
            if (!outdated) assert.equal(there, token.own);
            if (token.touched) return;
            assert.equal(outdated, false);
            assert.equal(offsetIn(text, { line, character: start }), token.at);
          });
        }),
        { numRuns: 300 },
      );
    });
  });

  it('distinguishes another file of the same name from a changed file', () => {
    const own = [warning(2, '  int lonely;'), warning(1, 'int other() {'), bare(9)];
    const isAnother = (diagnostics: CompilerDiagnostic[]) =>
      new CurrentPositions(judged, null, diagnostics).isAnotherFile;
    assert.equal(isAnother(own), false);
    assert.equal(isAnother(own.slice(1)), true);
    assert.equal(isAnother([]), false);
  });
});

/** A diagnostic with a range in UTF-16 units, as the editor counts. */
function utf16(line: number, column: number, endColumn: number): CompilerDiagnostic {
  return { ...bare(line), line, column, endColumn, unit: 'utf16' };
}

/** Words, and single characters between them. */
function tokensOf(line: string): { start: number; end: number; text: string }[] {
  return [...line.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    text,
  }));
}

interface Put {
  readonly at: number;
  readonly length: number;
  readonly put: string;
}

/** Edits that don't touch each other. */
function apart(drawn: readonly (readonly [number, number, string])[], size: number): Put[] {
  const edits: Put[] = [];
  for (const [place, most, put] of drawn) {
    const at = place % (size + 1);
    const length = Math.min(most, size - at);
    const isFree = edits.every((one) => one.at + one.length < at || at + length < one.at);
    if (isFree) edits.push({ at, length, put });
  }
  return edits;
}

function editIn(text: string, from: number, to: number, put: string): TextEdit {
  return { range: { start: positionIn(text, from), end: positionIn(text, to) }, text: put };
}

function positionIn(text: string, offset: number) {
  const lines = linesOf(text.slice(0, offset));
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

function offsetIn(text: string, { line, character }: TextEdit['range']['start']): number {
  return linesOf(text)
    .slice(0, line)
    .reduce((sum, one) => sum + one.length + 1, character);
}

/** Applies edits whose ranges all refer to the text before. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const places = edits.map(({ range, text: put }) => ({
    from: offsetIn(text, range.start),
    to: offsetIn(text, range.end),
    put,
  }));
  return places
    .sort((a, b) => b.from - a.from)
    .reduce((now, { from, to, put }) => now.slice(0, from) + put + now.slice(to), text);
}
