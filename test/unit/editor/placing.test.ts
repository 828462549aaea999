import assert from 'node:assert/strict';
import { parseCompilerOutput, type CompilerDiagnostic } from '../../../src/compiler';
import {
  isAnotherFile,
  place,
  placeNote,
  presentOf,
  type PresentText,
} from '../../../src/editor/diagnostics/placing';

/** What GCC says about a line that it shows. */
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

/** What a compiler says that shows nothing. */
function bare(line: number): CompilerDiagnostic {
  const [diagnostic] = parseCompilerOutput(`/tmp/x/src:${line}:1: warning: it [-Wx]`);
  assert.ok(diagnostic && !diagnostic.excerpt);
  return diagnostic;
}

const where = (diagnostic: CompilerDiagnostic, text: PresentText) => {
  const { line, outdated } = place(diagnostic, text);
  return outdated ? `older at ${line}` : line;
};

describe('the place of a diagnostic', () => {
  const judged = 'int main() {\n  int lonely;\n}\n';

  describe('in a file whose judged text is not kept', () => {
    it('is the printed line where that is the line shown, or none is shown', () => {
      assert.equal(where(warning(2, '  int lonely;'), presentOf(judged, null)), 1);
      assert.equal(where(bare(2), presentOf(judged, null)), 1);
    });

    it('is the only line nearby that says what is shown', () => {
      assert.equal(where(warning(2, '  int lonely;'), presentOf(`// new\n${judged}`, null)), 2);
    });

    it('is no line that only looks alike: a bracket, or one of several', () => {
      assert.equal(where(warning(1, '}'), presentOf(judged, null)), 'older at 0');
      const twice = 'int main() {\n  a();\n  int lonely;\n  b();\n  int lonely;\n}\n';
      assert.equal(where(warning(2, '  int lonely;'), presentOf(twice, null)), 'older at 1');
    });

    it('is from an older version where no line says what is shown', () => {
      assert.equal(where(warning(2, '  int other;'), presentOf(judged, null)), 'older at 1');
      assert.equal(where(bare(9), presentOf('a\nb', null)), 'older at 1');
    });

    it('is the printed line where what can’t be seen there is spelt out', () => {
      assert.equal(where(warning(1, 'int a; // <U+202E>x'), presentOf('int a; // \u202Ex', null)), 0);
    });
  });

  describe('in a file that was submitted', () => {
    const submitted = (current: string) => presentOf(current, { text: judged, how: 'submitted' });

    it('is where its line went', () => {
      assert.equal(where(bare(2), submitted(judged)), 1);
      assert.equal(where(bare(2), submitted(`// new\n${judged}`)), 2);
      assert.equal(where(bare(2), submitted('int main() {\n}\n')), 'older at 1');
    });

    it('is the printed line of an unchanged file, however the judge shows it', () => {
      assert.equal(where(warning(2, '  int ??????;'), submitted(judged)), 1);
    });

    it('is from an older version where the file has become another one', () => {
      const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join('\n');
      const text = presentOf(many('now'), { text: many('was'), how: 'submitted' });
      assert.equal(where(bare(7), text), 'older at 6');
      const kept = presentOf(`int lonely;\n${many('now')}`, { text: many('was'), how: 'submitted' });
      assert.equal(where(warning(7, 'int lonely;'), kept), 0);
    });
  });

  describe('in a file that was tied to the record later', () => {
    const moved = `// since\n// then\n${judged}`;
    const tied = (current: string) => presentOf(current, { text: moved, how: 'tied' });

    it('is the line that the message shows, also once the file is edited', () => {
      assert.equal(where(warning(2, '  int lonely;'), tied(moved)), 3);
      assert.equal(where(warning(2, '  int lonely;'), tied(`${moved}// end\n`)), 3);
      assert.equal(where(warning(2, '  int lonely;'), tied(`// new\n${moved}`)), 4);
    });

    it('is from an older version where the tied text never said what is shown', () => {
      assert.equal(where(warning(2, '  int other;'), tied(moved)), 'older at 1');
      assert.equal(where(warning(2, '  int other;'), tied(`${moved}// end\n`)), 'older at 1');
    });

    it('is where the file says it by now', () => {
      assert.equal(where(warning(2, '  int other;'), tied('int main() {\n  int other;\n}\n')), 1);
    });

    it('stays where its line was when that is deleted', () => {
      assert.equal(
        where(warning(2, '  int lonely;'), tied(moved.replace('  int lonely;\n', ''))),
        'older at 3',
      );
    });

    it('takes its notes along', () => {
      const diagnostic = warning(2, '  int lonely;');
      const [note] = diagnostic.related;
      assert.ok(note);
      assert.equal(placeNote(note, diagnostic, tied(moved))?.line, 4);
      assert.equal(placeNote(note, diagnostic, tied(`// new\n${moved}`))?.line, 5);
      const other = warning(2, '  int other;');
      assert.equal(placeNote(note, other, tied(moved)), null);
    });
  });

  it('tells a file that only has the name from one that has changed', () => {
    const own = [warning(2, '  int lonely;'), warning(1, 'int other() {'), bare(9)];
    const isAnother = (diagnostics: CompilerDiagnostic[]) =>
      isAnotherFile(diagnostics.map((one) => place(one, presentOf(judged, null))));
    assert.equal(isAnother(own), false);
    assert.equal(isAnother(own.slice(1)), true);
    assert.equal(isAnother([]), false);
  });
});
