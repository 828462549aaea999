import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { type Case, casesOf } from './cases';

/** Everything but where in the message it stands. */
function read(message: string): unknown[] {
  return parseCompilerOutput(message).map(({ messageLine: _, messageEndLine: __, ...rest }) => rest);
}

/** A case of every toolchain, one after the other: the shortest but one, the shortest but two, … */
function oneOfEach(which: number): Case[] {
  const byToolchain = new Map<string, Case[]>();
  for (const each of casesOf()) {
    // `error: …` alone names nobody
    const named = !each.name.endsWith('-missing') && each.name !== 'scalac-plain-3';
    const known = byToolchain.get(each.toolchain) ?? [];
    if (named && each.expected.length > 0) byToolchain.set(each.toolchain, [...known, each]);
  }
  return [...byToolchain.values()].map(
    (cases) => cases.sort((a, b) => a.message.length - b.message.length)[which % cases.length] as Case,
  );
}

describe('output of many toolchains', () => {
  for (let which = 0; which < 4; which++) {
    it(`is read like the separate messages (${which + 1} of 4)`, () => {
      // those whose lines have the form of another's
      const alike = ['clang', 'msvc', 'linker'];
      const parts = oneOfEach(which).filter(({ toolchain }) => !alike.includes(toolchain));
      // two messages: of a longer one only a sample shows which toolchains it is from
      for (const half of [0, 1]) {
        const own = parts.filter((_, at) => at % 2 === half);
        const whole = own.map(({ message }) => message).join('\n');
        assert.deepEqual(
          read(whole),
          own.flatMap(({ message }) => read(message)),
        );
      }
    });
  }
});
