import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { parseCompilerOutput, type CompilerDiagnostic } from '../../../../src/compiler';
import { offeredEdits } from '../../../../src/editor/diagnostics/quickFixes';
import { CurrentPositions, type KeptText } from '../../../../src/editor/diagnostics/currentPositions';

const misspelt = [
  "/tmp/x/src:2:10: error: 'lenght' was not declared in this scope; did you mean 'length'?",
  '    2 |   return lenght;',
  '      |          ^~~~~~',
  '      |          length',
].join('\n');

/** Clang's machine-readable output. It doesn't show the line to change. */
const parseable = [
  '/tmp/x/src:3:1: error: it',
  '    3 | }',
  '      | ^',
  'fix-it:"/tmp/x/src":{2:16-2:16}:" + 1"',
].join('\n');

/** Returns the edits that a message offers in a file that first contained `seen` and now contains `current`. */
function edits(message: string, seen: string, kept: KeptText | null, current = seen): string[] {
  const [diagnostic] = parseCompilerOutput(message);
  assert.ok(diagnostic?.fixes?.length);
  const positions = new CurrentPositions(seen, kept, [diagnostic]);
  positions.catchUp(current);
  return offeredEdits(diagnostic, positions).map(
    ({ at: { line, start, text }, replacement }) => `${line}:${start} ${text}→${replacement}`,
  );
}

describe('A fix suggested by a compiler', () => {
  const judged = 'int main() {\n  return lenght;\n}\n';
  const submitted: KeptText = { text: judged, how: 'submitted' };

  it('replaces the compiler’s text at its current position', () => {
    assert.deepEqual(edits(misspelt, judged, null), ['1:9 lenght→length']);
    assert.deepEqual(edits(misspelt, `// new\n${judged}`, submitted), ['2:9 lenght→length']);
  });

  it('follows its text while the line is edited', () => {
    const longer = judged.replace('return', 'return 1 +');
    assert.deepEqual(edits(misspelt, judged, submitted, longer), ['1:13 lenght→length']);
    assert.deepEqual(edits(misspelt, longer, submitted), ['1:13 lenght→length']);
  });

  it('isn’t offered if its text no longer exists', () => {
    assert.deepEqual(edits(misspelt, judged.replace('lenght', 'length'), submitted), []);
    assert.deepEqual(edits(misspelt, judged, submitted, judged.replace('lenght', 'lenghts')), []);
    assert.deepEqual(edits(misspelt, judged, submitted, 'int main() {'), []);
  });

  it('inserts text if the line is the same as when judged', () => {
    assert.deepEqual(edits(parseable, judged, submitted), ['1:15 → + 1']);
    assert.deepEqual(edits(parseable, `// new\n${judged}`, submitted), ['2:15 → + 1']);
  });

  it('inserts nothing into a line that the compiler may not have seen', () => {
    assert.deepEqual(edits(parseable, judged, null), []);
    assert.deepEqual(edits(parseable, judged, { text: judged, how: 'tied' }), []);
    const rewritten = judged.replace('lenght', 'another');
    assert.deepEqual(edits(parseable, rewritten, submitted), []);
  });

  it('inserts text into the line shown in the message', () => {
    const shown = parseable
      .replace(/3:1|\b3\b/g, (it) => it.replace('3', '2'))
      .replace('| }', '|   return lenght;');
    assert.deepEqual(edits(shown, judged, null), ['1:15 → + 1']);
  });

  it('is a single line without hidden characters', () => {
    const [diagnostic] = parseCompilerOutput(parseable);
    const [offered] = diagnostic?.fixes ?? [];
    assert.ok(diagnostic && offered);
    const isOffered = (replacement: string): boolean => {
      const hostile: CompilerDiagnostic = { ...diagnostic, fixes: [{ ...offered, replacement }] };
      return offeredEdits(hostile, new CurrentPositions(judged, submitted, [hostile])).length > 0;
    };
    for (const replacement of ['', 'a\tb', ' + 1', '变量', 'e\u0301', 'שלום', '😀', 'a'.repeat(200)])
      assert.ok(isOffered(replacement), replacement);
    const named = [
      '\n',
      '\u202e',
      '\x1b',
      '\xad',
      '\u200b',
      '\u200d',
      '\u2062',
      '\ufeff',
      '\u3164',
      '\u115f',
    ];
    const others = [
      '\ufe0f',
      '\u{e0041}',
      '\u{e0100}',
      '\ue000',
      '\u{f0000}',
      '\ud800',
      '\ud80c \udc4f',
      '\uffff',
      '\xa0',
      '\u3000',
    ];
    for (const unit of [...named, ...others])
      assert.ok(!isOffered(`a${unit}b`), unit.codePointAt(0)?.toString(16));
    for (let point = 0; point <= 0xeffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}]/u.test(character))
        assert.ok(!isOffered(character), point.toString(16));
    }
    assert.ok(!isOffered('a'.repeat(201)));
  });
});
