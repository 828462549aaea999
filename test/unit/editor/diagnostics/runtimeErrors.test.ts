import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { runtimeErrorsIn } from '../../../../src/editor/diagnostics/runtimeErrors';
import type { Case, Envelope } from '../../../../src/judge';
import { judge0 } from '../../../../src/service/profiles/judge0';
import { described } from '../../../support/profiles';

const { rules } = described(judge0, 'class', { url: 'https://judge0.test' });
const traceback = (line: number, error: string) =>
  `Traceback (most recent call last):\n  File "/box/script.py", line ${line}, in <module>\n    main()\n${error}\n`;

function envelopeOf(...cases: readonly (readonly [status: number, stderr: string])[]): Envelope {
  const nothing = { score: null, time: null, memory: null };
  const list = cases.map(([status, stderr], index): Case => ({
    ...{ id: index + 1, status, ...nothing, signal: null, exitCode: null, description: null },
    extra: { stderr },
  }));
  const judge = {
    id: null,
    status: 11,
    ...nothing,
    subtasks: [{ id: null, status: 11, ...nothing, cases: list }],
  };
  return { type: 'judge', data: { compile: null, judge }, requestId: 'a', trackId: null };
}

describe('What failed cases wrote to standard error', () => {
  it('is read as an interpreter’s messages, each once with its cases, below those of a compiler', () => {
    const errors = runtimeErrorsIn(
      envelopeOf(
        [3, traceback(9, 'ValueError: printed by a program that is right')],
        [11, traceback(4, 'ZeroDivisionError: division by zero')],
        [4, 'debug: x = 3\n'],
        [11, traceback(4, 'ZeroDivisionError: division by zero')],
        [11, traceback(7, 'KeyError: 1')],
      ),
      rules,
    );
    assert.deepEqual(
      errors.map(({ line, file, severity, message, cases }) => [line, file, severity, message, cases]),
      [
        [4, null, 'information', 'ZeroDivisionError: division by zero', ['2', '4']],
        [7, null, 'information', 'KeyError: 1', ['5']],
      ],
    );
  });

  it('is read to its end, however long it is', () => {
    const [error] = runtimeErrorsIn(
      envelopeOf([11, `${'x\n'.repeat(1e6)}${traceback(4, 'KeyError: 1')}`]),
      rules,
    );
    assert.equal(error?.line, 4);
  });

  it('is at the line of the program that leads to a trap in a library of Swift', () => {
    const trap = 'Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range\n';
    const stack = `
*** Program crashed: System trap at 0x00007f0f ***

Thread 0 "src" crashed:

0      0x00007f0f _assertionFailure(_:_:file:line:flags:) + 253 in libswiftCore.so
1 [ra] 0x000055d0 main + 41 in src at /w/src.swift:3:7

     1│ let a = [1]
     3│ print(a[2])
      │       ▲
`;
    const places = (written: string) =>
      runtimeErrorsIn(envelopeOf([11, written]), rules).map(({ file, line, column, message }) => [
        file,
        line,
        column,
        message,
      ]);
    assert.deepEqual(places(trap + stack), [[null, 3, 7, 'Fatal error: Index out of range']]);
    assert.deepEqual(places(trap), []);
  });

  it('is read once, whoever wants it', () => {
    const envelope = envelopeOf([11, traceback(4, 'KeyError: 1')]);
    assert.equal(runtimeErrorsIn(envelope, rules), runtimeErrorsIn(envelope, rules));
  });
});
