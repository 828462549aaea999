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

  it('is read once, whoever wants it', () => {
    const envelope = envelopeOf([11, traceback(4, 'KeyError: 1')]);
    assert.equal(runtimeErrorsIn(envelope, rules), runtimeErrorsIn(envelope, rules));
  });
});
