import { parseCompilerOutput } from '../../../src/compiler';
import { compileMessages } from '../../fuzz/compiler';
import { areLinear, isAsFast } from '../../fuzz/growth';
import { hostile } from '../../fuzz/hostile';
import { casesOf } from './cases';

const runs = 3000;
const seed = 20_261_121;

describe('made-up compile messages', function () {
  this.timeout(120_000);

  it(`name no place that isn't in them (${runs} of seed ${seed})`, () => compileMessages.check(runs, seed));

  it('take no more than their share of time when they are made to be slow, whichever toolchain reads them', () => {
    areLinear(hostile, parseCompilerOutput);
  });

  // a pattern with a limit on each of its parts is linear, and may still be slow up to that limit
  it('take about as long as real ones of their length', () => {
    const length = 30_000;
    const real = casesOf('gcc')
      .map(({ message }) => message)
      .join('\n')
      .slice(0, length);
    for (const [name, message] of Object.entries(hostile(length)))
      isAsFast(message, real, parseCompilerOutput, name);
  });

  // a part of at most 4096 characters is tried again from each of as many places
  it('take no longer where their lines are', () => {
    const said = 'a.ts:3:4 - error TS2304: x\n\n  a.ts:4:5 - z\n';
    const lines: Readonly<Record<string, readonly [head: string, line: string, piece: string, end: string]>> =
      {
        julia: ['', 'ERROR: LoadError: syntax: x', ' around a', '\u2028'],
        lua: ['lua: a.lua:1: x\nstack traceback:\n', '\t', ':0: in ', '\u2028'],
        perl: ['', 'syntax error at a.pl line 1, near "x\n', 'x at ', ' line 1x'],
        python: ['', 'Sorry: IndentationError: x', ' (0', ''],
        tsc: ['', `${said}  a`, ':0:0 - ', '\u2028'],
      };
    for (const [name, [head, line, piece, end]] of Object.entries(lines)) {
      const filled = (length: number) =>
        head + `${line}${piece.repeat(length / piece.length)}${end}\n`.repeat(200_000 / length);
      isAsFast(filled(20_000), filled(500), parseCompilerOutput, name);
    }
  });
});
