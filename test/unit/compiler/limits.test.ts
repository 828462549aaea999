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

describe('A very long message', () => {
  it('is read up to 40 lines for F#', () => {
    const message = (count: number) => `a.fs(2,5): error FS0001: x\n${lines(count, (i) => `more ${i}`)}`;
    assert.deepEqual(
      [39, 40, 41].map((count) => sizes(message(count))[0]),
      [40, 41, 41],
    );
  });

  it('is read up to 60 lines for PHP, which prints the position last', () => {
    const message = (count: number) =>
      `PHP Fatal error:  Uncaught x\n${lines(count, (i) => `#${i} f()`)}  thrown in a.php on line 7\n`;
    assert.deepEqual(
      [57, 58, 59].map((count) => sizes(message(count))[0]),
      [58, 59, 0],
    );
  });

  it('is read up to 60 lines for Julia, plus 400 lines of its stack trace', () => {
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

  it('is read up to 50 stack frames for Node', () => {
    const message = (count: number) =>
      `/tmp/a.js:1\nx\n^\n\nTypeError: x\n${lines(count, (i) => `    at f (/tmp/b.js:${i + 1}:2)`)}`;
    assert.deepEqual(
      [49, 50, 51].map((count) => sizes(message(count))[1]),
      [49, 50, 50],
    );
  });

  it('is read up to 400 lines of the stack trace for Ruby', () => {
    const message = (count: number) =>
      `a.rb:1:in 'f': x (TypeError)\n${lines(count, (i) => `\tfrom a.rb:${i + 2}:in 'g'`)}`;
    assert.deepEqual(
      [399, 400, 401].map((count) => sizes(message(count))[1]),
      [399, 400, 400],
    );
  });

  it('is read up to 30 lines of a thrown value for Node', () => {
    const message = (count: number) =>
      `/tmp/a.js:1\nx\n^\n\nError: x\n${lines(count, (i) => `more ${i}`)}    at f (/tmp/b.js:1:2)\n`;
    assert.deepEqual(
      [29, 30, 31].map((count) => sizes(message(count))[0]),
      [30, 31, 1],
    );
  });

  it('is read up to 200 stack frames for Octave', () => {
    const calls = lines(250, (i) => `    f at line ${i + 2} column 5`);
    assert.equal(sizes(`error: x\nerror: called from\n${calls}`)[1], 199);
  });

  it('is read up to 100 steps that lead to a GCC diagnostic', () => {
    const steps = lines(150, (i) => `a.cpp:${i + 2}:8:   required from ‘f<${i}>’`);
    const [found] = parseCompilerOutput(`a.cpp: In instantiation of ‘f’:\n${steps}a.cpp:1:1: error: deep\n`);
    assert.equal(found?.related.length, 100);
    assert.equal(found.messageLine, 0);
    assert.ok(found.related.every(({ step }) => step === 'use'));
  });
});

describe('A very long line', () => {
  it('isn’t read as a GCC step if the file name is longer than 4096 characters', () => {
    const steps = (length: number) => sizes(`from ${'d'.repeat(length)}:5:\nx.h:1:1: error: y\n`)[1];
    assert.deepEqual([steps(4000), steps(4200)], [1, 0]);
  });

  it('isn’t read as Perl output if it has more than 5000 characters', () => {
    const found = (length: number) =>
      parseCompilerOutput(`died at a.pl line 1.\n${'x'.repeat(length)} at x.pl line 3.\n`).length;
    assert.deepEqual([found(4900), found(5001)], [2, 1]);
  });

  it('is offered as a GCC fix only if it has at most 2000 characters', () => {
    const fixes = (length: number) =>
      parseCompilerOutput(`a.cpp:3:5: error: ‘foo’${'x'.repeat(length)}; did you mean ‘for’?\n`)[0]?.fixes;
    assert.deepEqual([fixes(1970)?.length, fixes(1980)], [1, undefined]);
  });
});
