import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { COMPLETELY_SEARCHED_LENGTH } from '../../../src/compiler/parse';
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
    if (named && read(each.message).length > 0) byToolchain.set(each.toolchain, [...known, each]);
  }
  return [...byToolchain.values()].map(
    (cases) => cases.sort((a, b) => a.message.length - b.message.length)[which % cases.length] as Case,
  );
}

/** Divides cases into groups whose joined messages are short enough to be searched completely for toolchains. */
function groupsOf(cases: readonly Case[]): Case[][] {
  const groups: Case[][] = [];
  for (const one of cases) {
    const last = groups.at(-1);
    if (last && joined([...last, one]).length <= COMPLETELY_SEARCHED_LENGTH) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function joined(cases: readonly Case[]): string {
  return cases.map(({ message }) => message).join('\n');
}

describe('Mixed output from many toolchains', () => {
  for (let which = 0; which < 4; which++) {
    it(`is read like the separate messages (${which + 1} of 4)`, () => {
      // toolchains whose lines have the format of another
      const alike = ['clang', 'msvc', 'linker'];
      const parts = oneOfEach(which).filter(({ toolchain }) => !alike.includes(toolchain));
      for (const group of groupsOf(parts)) {
        assert.deepEqual(
          read(joined(group)),
          group.flatMap(({ message }) => read(message)),
          group.map(({ name }) => name).join(', '),
        );
      }
    });
  }
});
