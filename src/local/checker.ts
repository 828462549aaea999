import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_CHECKER_MESSAGE_LENGTH, MAX_CHECKER_MS } from './limits';
import type { CheckerProtocol } from './checkerProtocol';
import { runCommand, type Command, type FinishedRun } from './runCommand';

/** Decision of a checker or an interactor. */
export interface CheckedOutput {
  /** `JE`: it couldn't decide */
  readonly status: 'AC' | 'WA' | 'PART' | 'JE';
  /** its own words, or why it failed; null: none */
  readonly message: string | null;
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

/** A checker or an interactor that is ready to run. */
export interface Helper {
  readonly command: Command;
  readonly protocol: CheckerProtocol;
  /** of its file, for messages */
  readonly name: string;
}

export async function runChecker(
  checker: Helper,
  { input, output, answer, feedback }: CheckedFiles,
  signal?: AbortSignal,
): Promise<CheckedOutput> {
  const { command, protocol, name } = checker;
  const limits = { timeMs: MAX_CHECKER_MS };
  const withArguments = (...args: readonly string[]): Command => ({
    ...command,
    args: [...command.args, ...args],
  });
  switch (protocol) {
    case 'testlib': {
      const run = await runCommand(withArguments(input, output, answer), '', limits, signal);
      return failureOf(run, name) ?? testlibVerdict(run, name);
    }
    case 'problemPackage': {
      const text = await fs.readFile(output, 'utf8');
      const run = await runCommand(withArguments(input, answer, feedback), text, limits, signal);
      return failureOf(run, name) ?? (await kattisVerdict(run, feedback, name));
    }
    case 'cmsTask': {
      const run = await runCommand(withArguments(input, answer, output), '', limits, signal);
      return failureOf(run, name) ?? cmsVerdict(run, name);
    }
  }
}

/** Exit codes of testlib. 1: wrong answer, 2: presentation error, 4: dirt, 8: unexpected end of the output */
const testlibWrong: readonly (number | null)[] = [1, 2, 4, 8];
const TESTLIB_FAILED = 3;
const TESTLIB_POINTS = 7;

/** Reads the verdict of testlib's checkers and interactors, whose message is their error output. */
export function testlibVerdict(run: EndedChecker, name: string): CheckedOutput {
  const message = messageIn(run.errorOutput);
  if (run.exitCode === 0) return { status: 'AC', message };
  if (run.exitCode === TESTLIB_POINTS) return { status: 'PART', message };
  if (testlibWrong.includes(run.exitCode)) return { status: 'WA', message };
  const why = run.exitCode === TESTLIB_FAILED ? message : null;
  return failed(name, why ?? exitWords(run));
}

/** Reads the verdict of Kattis' checkers and interactors, whose message is a file in the feedback folder. */
export async function kattisVerdict(
  run: EndedChecker,
  feedback: string,
  name: string,
): Promise<CheckedOutput> {
  if (run.exitCode !== 42 && run.exitCode !== 43) return failed(name, exitWords(run));
  const written = await fs.readFile(path.join(feedback, 'judgemessage.txt'), 'utf8').catch(() => '');
  const message = messageIn(written) ?? messageIn(run.errorOutput);
  return { status: run.exitCode === 42 ? 'AC' : 'WA', message };
}

/** Reads the verdict of CMS' checkers: a score from 0 to 1 in the output, and the message in the error output. */
function cmsVerdict(run: FinishedRun, name: string): CheckedOutput {
  const score = /^\s{0,9}(\d(?:\.\d{1,20})?)\s/.exec(`${run.output.slice(0, 100)}\n`)?.[1];
  if (run.exitCode !== 0 || score === undefined || Number(score) > 1) return failed(name, exitWords(run));
  const message = messageIn(run.errorOutput.replace(/^translate:/, ''));
  if (Number(score) === 1) return { status: 'AC', message };
  return { status: Number(score) === 0 ? 'WA' : 'PART', message };
}

/** The end of a checker or an interactor. */
type EndedChecker = Pick<FinishedRun, 'exitCode' | 'signal' | 'errorOutput'>;

/** Returns why a checker has no verdict; null: it ended by itself. */
function failureOf(run: FinishedRun, name: string): CheckedOutput | null {
  switch (run.ended) {
    case 'exit':
      return null;
    case 'notStarted':
      return failed(name, run.startError ?? 'it wasn’t started');
    case 'timeLimit':
    case 'canceled':
      return failed(name, `it was ended after ${MAX_CHECKER_MS / 1000} s`);
  }
}

function failed(name: string, why: string): CheckedOutput {
  return { status: 'JE', message: `${name}: ${why}` };
}

function exitWords({ exitCode, signal, errorOutput }: EndedChecker): string {
  const end = exitCode === null ? `signal ${signal ?? ''}` : `exit code ${exitCode}`;
  const message = messageIn(errorOutput);
  return message === null ? end : `${end}, ${message}`;
}

/** Null: empty */
function messageIn(text: string): string | null {
  return text.trim().slice(0, MAX_CHECKER_MESSAGE_LENGTH).toWellFormed() || null;
}
