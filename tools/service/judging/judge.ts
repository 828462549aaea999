import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem, ProblemSubtask, TestCase } from '../problems/problem';
import { difference, correctMessage } from './checker';
import type { Program } from './compile';
import type { Language } from './languages';
import type { Programs } from './programs';
import type { Run } from './run';
import { recordOf, unjudged, withSummary, type CaseState, type JudgingState } from './state';
import type { Toolchain } from './toolchain';
import type { Verdict } from './verdict';

export interface Job {
  /** Number of the record. */
  readonly id: number;
  readonly problem: Problem;
  readonly language: Language;
  readonly code: string;
  readonly o2: boolean;
  /** Checks an output; absent: the output is compared with the answer. */
  readonly check?: Check;
}

export type Check = (output: string, answer: string) => Pick<CaseState, 'verdict' | 'description'>;

export interface Surroundings {
  readonly tools: Toolchain;
  readonly programs: Programs;
  /** Private folder of this process. Each job creates a folder in it and removes it afterwards. */
  readonly directory: string;
  /** Delay before each case, ms, so that users can watch the progress. */
  readonly pace: number;
  readonly stopping: AbortSignal;
}

/**
 * Compiles a program and runs it on every case of its problem. Calls `tell` after the compilation and after each case.
 * Resolves to the final state.
 */
export async function judge(
  job: Job,
  around: Surroundings,
  tell: (state: JudgingState) => void,
): Promise<JudgingState> {
  const directory = await fs.mkdtemp(path.join(around.directory, 'judging-'));
  try {
    return await inDirectory(job, around, directory, tell);
  } finally {
    await fs.rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function inDirectory(
  job: Job,
  around: Surroundings,
  directory: string,
  tell: (state: JudgingState) => void,
): Promise<JudgingState> {
  const { tools, programs, stopping, pace } = around;
  const compiled = await programs.compile(job.language, job.code, job.o2, tools, directory, stopping);
  // If the compiler was killed because the service is stopping, the program isn't wrong.
  stopping.throwIfAborted();
  const { success, message, opt2 } = compiled;
  let state: JudgingState = { compile: { success, message, opt2 }, judge: null, subtasks: [] };
  tell(state);
  if (!success) return state;
  const subtasks = unjudged(job.problem);
  for (const [at, subtask] of job.problem.subtasks().entries()) {
    for (const [number, testCase] of subtask.cases.entries()) {
      const known = subtasks[at];
      const before = known?.cases[number];
      if (!known || !before) throw new Error('the cases of a problem changed while it was judged');
      const put = (done: CaseState): void => {
        const cases = known.cases.map((caseState) => (caseState === before ? done : caseState));
        subtasks[at] = withSummary({ ...known, cases }, subtask);
        state = { ...state, judge: recordOf(job.id, subtasks), subtasks: [...subtasks] };
      };
      put({ ...before, verdict: 'judging' });
      tell(state);
      await pause(pace, stopping);
      stopping.throwIfAborted();
      const ran = await runCase(compiled.program, testCase, job, directory, around);
      put({ ...before, ...ran, score: ran.verdict === 'accepted' ? pointsOf(subtask, number) : 0 });
    }
  }
  tell(state);
  return state;
}

/**
 * Returns the points for passing a case. With the scoring `min`, these are all points of the subtask. With `sum`, they
 * are an integer share, and all shares add up to the points of the subtask.
 */
export function pointsOf({ scoring, score, cases }: ProblemSubtask, at: number): number {
  if (scoring === 'min') return score;
  return Math.floor(score / cases.length) + (at < score % cases.length ? 1 : 0);
}

async function runCase(
  program: Program,
  testCase: TestCase,
  { problem, check = compared }: Job,
  directory: string,
  { tools, programs, stopping }: Surroundings,
): Promise<Omit<CaseState, 'id' | 'score'>> {
  const input = Buffer.from(testCase.input);
  const ran = await programs.run(program, input, problem.limits, directory, tools.runner, stopping);
  const { time, memory, signal, exitCode } = ran;
  const verdict = verdictOf(ran);
  // Verdict, signal, and exit code need no description.
  if (verdict !== null) return { verdict, time, memory, signal, exitCode, description: null };
  return { ...check(ran.output.toString('utf8'), testCase.answer), time, memory, signal, exitCode };
}

function compared(output: string, answer: string): ReturnType<Check> {
  const problemFound = difference(output, answer);
  return {
    verdict: problemFound === null ? 'accepted' : 'wrongAnswer',
    description: problemFound ?? correctMessage,
  };
}

/** Returns a run's verdict if it doesn't depend on the output. Null: the output decides. */
function verdictOf(ran: Run): Verdict | null {
  switch (ran.exceeded) {
    case 'time':
      return 'timeLimit';
    case 'memory':
      return 'memoryLimit';
    case 'output':
      return 'outputLimit';
    case null:
      return ran.signal !== 0 || ran.exitCode !== 0 ? 'runtimeError' : null;
  }
}

export function pause(ms: number, stopping: AbortSignal): Promise<void> {
  if (ms <= 0 || stopping.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stopping.addEventListener('abort', done, { once: true });
  });
}
