import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parseCompilerOutput } from '../../../src/compiler';
import { assertGolden, assertGoldenSection } from '../../support/golden';
import { casesOf, fixtures } from './cases';
import {
  printDetected,
  printDiagnostics,
  printInSource,
  printLocations,
  printPrepared,
  printPythonTokens,
} from './printed';
import { printSection, readTranscript, type Input, type Section } from './transcript';

/** Defines a test for each section of a transcript. */
function describeTranscript(file: string, printFor: (section: Section) => (input: Input) => string): void {
  describe(`test/fixtures/compiler/${path.relative(fixtures, file).replaceAll(path.sep, '/')}`, () => {
    for (const section of readTranscript(fs.readFileSync(file, 'utf8')))
      it(section.title, () =>
        assertGoldenSection(file, section.text, printSection(section, printFor(section))),
      );
  });
}

/** Returns what a section of a toolchain's short messages shows below each input. */
function printShort({ remarks }: Section): (input: Input) => string {
  return remarks.includes('shows detection')
    ? ({ text }) => printDetected(text)
    : ({ text, editorLine }) => printDiagnostics(text, editorLine);
}

/** Fails if the message lines of two diagnostics overlap. */
function assertOrdered(message: string): void {
  let end = 0;
  for (const { messageLine, messageEndLine } of parseCompilerOutput(message)) {
    assert.ok(
      messageLine >= end && messageEndLine > messageLine,
      `lines ${messageLine} to ${messageEndLine}`,
    );
    end = messageEndLine;
  }
}

describe('Compiler output', () => {
  for (const { name, toolchain, message, source } of casesOf()) {
    it(`of ${name} is parsed`, () => {
      const found = parseCompilerOutput(message).map((one) => one.toolchain);
      // compilers call the linker, and lines of the linker with a position are read as GCC's
      assert.deepEqual(
        found.filter((one) => ![toolchain, 'linker', 'gcc'].includes(one)),
        [],
      );
      assertGolden(path.join(fixtures, name, 'expected.txt'), printInSource(message, source));
      assertOrdered(message);
    });
  }

  const short = path.join(fixtures, 'short');
  for (const name of fs.readdirSync(short)) describeTranscript(path.join(short, name), printShort);

  const others = {
    'locations.txt': printLocations,
    'prepared.txt': printPrepared,
    'pythonTokens.txt': printPythonTokens,
  };
  for (const [name, print] of Object.entries(others))
    describeTranscript(
      path.join(fixtures, name),
      () =>
        ({ text }) =>
          print(text),
    );
});
