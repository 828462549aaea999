import { parseCompilerOutput } from '../../../src/compiler';
import { compileMessages } from '../../fuzz/compiler';
import { areLinear, isAsFast } from '../../fuzz/growth';
import { hostile } from '../../fuzz/hostile';
import { casesOf } from './cases';

const runs = 3000;
const seed = 20_261_121;

describe('Generated compiler output', function () {
  this.timeout(120_000);

  it(`yields only positions within the message (${runs} runs of seed ${seed})`, () =>
    compileMessages.check(runs, seed));

  it('is parsed in limited time by each toolchain, even if designed to be slow', () => {
    areLinear(hostile, parseCompilerOutput);
  });

  // a pattern with a limit for each part takes linear time, but may be slow up to that limit
  it('is parsed about as fast as real output of the same length', () => {
    const length = 30_000;
    const real = casesOf('gcc')
      .map(({ message }) => message)
      .join('\n')
      .slice(0, length);
    for (const [name, message] of Object.entries(hostile(length)))
      isAsFast(message, real, parseCompilerOutput, name);
  });

  // a part of up to 4096 characters may be tried again at each of as many offsets
  it('isn’t parsed more slowly if its lines are long', () => {
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

  it('isn’t parsed more slowly if a line separator follows a line of positions', () => {
    const line = `warning: x\n  ${'a.ex:1: '.repeat(40_000)}`;
    isAsFast(`${line}\u2028`, line, parseCompilerOutput, 'Elixir');
  });
});
