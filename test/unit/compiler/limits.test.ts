import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
}

/** Returns the number of lines in the message of the first diagnostic, and the number of its notes. */
function sizes(message: string): [number, number] {
  const [found] = parseCompilerOutput(message);
  return [found?.message.split('\n').length ?? 0, found?.related.length ?? 0];
}

describe('very long messages', () => {
  it('are read up to 40 lines for F#', () => {
    const message = (count: number) => `a.fs(2,5): error FS0001: x\n${lines(count, (i) => `more ${i}`)}`;
    assert.deepEqual(
      [39, 40, 41].map((count) => sizes(message(count))[0]),
      [40, 41, 41],
    );
  });

  it('are read up to 60 lines for PHP, which prints the position last', () => {
    const message = (count: number) =>
      `PHP Fatal error:  Uncaught x\n${lines(count, (i) => `#${i} f()`)}  thrown in a.php on line 7\n`;
    assert.deepEqual(
      [57, 58, 59].map((count) => sizes(message(count))[0]),
      [58, 59, 0],
    );
  });

  it('are read up to 60 lines for Julia, and up to 400 lines of its stack', () => {
    const message = (count: number) => `ERROR: LoadError: x\n${lines(count, (i) => `more ${i}`)}`;
    assert.deepEqual(
      [59, 60, 61].map((count) => sizes(message(count))[0]),
      [60, 61, 61],
    );
    const stack = (count: number) =>
      `ERROR: LoadError: x\nStacktrace:\n${lines(count, (i) => ` [${i}] f at a.jl:${i + 1}`)}`;
    assert.deepEqual(
      [398, 399, 400].map((count) => sizes(stack(count))[1]),
      [397, 398, 398],
    );
  });

  it('are read up to 50 calls for Node', () => {
    const message = (count: number) =>
      `/tmp/a.js:1\nx\n^\n\nTypeError: x\n${lines(count, (i) => `    at f (/tmp/b.js:${i + 1}:2)`)}`;
    assert.deepEqual(
      [49, 50, 51].map((count) => sizes(message(count))[1]),
      [49, 50, 50],
    );
  });

  it('are read up to 400 lines of the stack for Ruby', () => {
    const message = (count: number) =>
      `a.rb:1:in 'f': x (TypeError)\n${lines(count, (i) => `\tfrom a.rb:${i + 2}:in 'g'`)}`;
    assert.deepEqual(
      [399, 400, 401].map((count) => sizes(message(count))[1]),
      [399, 400, 400],
    );
  });

  it('are read up to 30 lines of a thrown value for Node', () => {
    const message = (count: number) =>
      `/tmp/a.js:1\nx\n^\n\nError: x\n${lines(count, (i) => `more ${i}`)}    at f (/tmp/b.js:1:2)\n`;
    assert.deepEqual(
      [29, 30, 31].map((count) => sizes(message(count))[0]),
      [30, 31, 1],
    );
  });
});
