import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_CHECKER_MESSAGE_LENGTH, MAX_CHECKER_MS } from '../limits';
import type { CheckerProtocol } from '../checkerProtocol';
import { failureByEnd, type HelperFailure } from './checkerFailure';
import { runCommand, type Command, type FinishedRun } from '../processes/runCommand';

export interface CheckedOutput {
  /** `JE`: the checker failed */
  readonly status: 'AC' | 'WA' | 'PART' | 'JE';
  readonly message: string | null;
  /** null: the checker has decided */
  readonly failure: HelperFailure | null;
}

/** Absolute paths of the files that a checker reads. */
export interface CheckedFiles {
  readonly input: string;
  readonly output: string;
  /** empty file if the expected output is unknown */
  readonly answer: string;
  /** existing folder, in which Kattis' checkers write */
  readonly feedback: string;
}

export interface Helper {
  readonly command: Command;
  readonly protocol: CheckerProtocol;
  /** name of its file, for messages */
  readonly name: string;
}

/** Runs a checker. Null: it was canceled. */
export async function runChecker(
  { command, protocol }: Helper,
  { input, output, answer, feedback }: CheckedFiles,
  signal?: AbortSignal,
): Promise<CheckedOutput | null> {
  const limits = { timeMs: MAX_CHECKER_MS };
  const withArguments = (...args: readonly string[]): Command => ({
    ...command,
    args: [...command.args, ...args],
  });
  const run = await runCommand(
    withArguments(...argumentsOf(protocol, { input, output, answer, feedback })),
    // Kattis' checkers read the output from their standard input
    protocol === 'problemPackage' ? await fs.readFile(output) : '',
    limits,
    signal,
  );
  switch (run.ended) {
    case 'canceled':
      return null;
    case 'notStarted':
      return failed({ kind: 'notStarted', reason: run.startError ?? '' }, null);
    case 'timeLimit':
      return failed({ kind: 'tooSlow' }, messageIn(run.errorOutput));
    case 'exit':
      return verdictOf(run, protocol, feedback);
  }
}

function argumentsOf(
  protocol: CheckerProtocol,
  { input, output, answer, feedback }: CheckedFiles,
): readonly string[] {
  switch (protocol) {
    case 'testlib':
      return [input, output, answer];
    case 'problemPackage':
      return [input, answer, feedback];
    case 'cmsTask':
      return [input, answer, output];
  }
}

async function verdictOf(
  run: FinishedRun,
  protocol: CheckerProtocol,
  feedback: string,
): Promise<CheckedOutput> {
  switch (protocol) {
    case 'testlib':
      return testlibVerdict(run);
    case 'problemPackage':
      return kattisVerdict(run, feedback);
    case 'cmsTask':
      return cmsVerdict(run);
  }
}

/** Exit codes of testlib. 1: wrong answer, 2: presentation error, 4: dirt, 8: unexpected end of the output */
const testlibWrong: readonly (number | null)[] = [1, 2, 4, 8];
const TESTLIB_POINTS = 7;

/** Reads the verdict of testlib's checkers and interactors, whose message is their error output. */
export function testlibVerdict(run: EndedChecker): CheckedOutput {
  const message = messageIn(run.errorOutput);
  if (run.exitCode === 0) return { status: 'AC', message, failure: null };
  if (run.exitCode === TESTLIB_POINTS) return { status: 'PART', message, failure: null };
  if (testlibWrong.includes(run.exitCode)) return { status: 'WA', message, failure: null };
  return failed(failureByEnd(run), message);
}

/** Reads the verdict of Kattis' checkers and interactors, whose message is a file in the feedback folder. */
export async function kattisVerdict(run: EndedChecker, feedback: string): Promise<CheckedOutput> {
  if (run.exitCode !== 42 && run.exitCode !== 43)
    return failed(failureByEnd(run), messageIn(run.errorOutput));
  const written = await fs.readFile(path.join(feedback, 'judgemessage.txt'), 'utf8').catch(() => '');
  const message = messageIn(written) ?? messageIn(run.errorOutput);
  return { status: run.exitCode === 42 ? 'AC' : 'WA', message, failure: null };
}

/** Reads the verdict of CMS' checkers: a score from 0 to 1 in the output, and the message in the error output. */
function cmsVerdict(run: FinishedRun): CheckedOutput {
  const score = /^\s{0,9}(\d(?:\.\d{1,20})?)\s/.exec(`${run.output.slice(0, 100)}\n`)?.[1];
  const message = messageIn(run.errorOutput.replace(/^translate:/, ''));
  if (run.exitCode !== 0 || score === undefined || Number(score) > 1)
    return failed(failureByEnd(run), message);
  if (Number(score) === 1) return { status: 'AC', message, failure: null };
  return { status: Number(score) === 0 ? 'WA' : 'PART', message, failure: null };
}

type EndedChecker = Pick<FinishedRun, 'exitCode' | 'signal' | 'errorOutput'>;

function failed(failure: HelperFailure, message: string | null): CheckedOutput {
  return { status: 'JE', message, failure };
}

/** Returns the message in a checker's error output: all of it, or the exception that ended a Python program. Null: empty */
function messageIn(text: string): string | null {
  const all = text.trim();
  const said = all.includes('Traceback (most recent call last):')
    ? all.slice(all.lastIndexOf('\n') + 1)
    : all;
  return said.slice(0, MAX_CHECKER_MESSAGE_LENGTH).toWellFormed() || null;
}
