import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { type Case, casesOf } from './cases';

/** Removes the message lines from a diagnostic. */
function read(message: string): unknown[] {
  return parseCompilerOutput(message).map(({ messageLine: _, messageEndLine: __, ...rest }) => rest);
}

/** Joins one case of each toolchain: the second shortest, or the third shortest, … */
function oneOfEach(which: number): Case[] {
  const byToolchain = new Map<string, Case[]>();
  for (const each of casesOf()) {
    // `error: …` alone doesn't identify a toolchain
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
      // toolchains whose lines have the format of another
      const alike = ['clang', 'msvc', 'linker'];
      const parts = oneOfEach(which).filter(({ toolchain }) => !alike.includes(toolchain));
      // two messages, because only a sample of a longer one is searched for toolchains
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
