// Submissions of Eolymp, before their zero values are left out.

/** How the judging of a submission ends. */
export type EolympOutcome =
  | 'accepted'
  | 'wrongAnswer'
  | 'timeLimit'
  | 'cpuExhausted'
  | 'memoryOverflow'
  | 'runtimeError'
  | 'partial'
  | 'compileError'
  | 'systemFailure'
  | 'testingTimeout';

/** A step of the judging before its end. */
export type EolympProgress = 'PENDING' | 'PROVISIONING' | 'INITIALIZING' | 'TESTING';

export type EolympExtra = 'SOURCE' | 'GROUPS' | 'RUNS';

export interface EolympSubmission {
  readonly id: string;
  /** Position among all submissions, from 1. */
  readonly number: number;
  readonly isContest: boolean;
  readonly problemId: string;
  readonly userId: string;
  readonly lang: string;
  readonly source: string;
  state: EolympOutcome | EolympProgress;
  /** Grows with each change. */
  version: number;
  /** Time of the slowest run, ms; null: the usual time. */
  time: number | null;
}

export interface MessageOptions {
  readonly extras: readonly EolympExtra[];
  /** URL of its files. */
  readonly contentUrl: string;
  readonly isErrorInline: boolean;
}

type Verdict =
  | 'NO_VERDICT'
  | 'ACCEPTED'
  | 'WRONG_ANSWER'
  | 'TIME_LIMIT_EXCEEDED'
  | 'CPU_EXHAUSTED'
  | 'MEMORY_OVERFLOW'
  | 'RUNTIME_ERROR';

type Status = EolympProgress | 'COMPLETE' | 'TIMEOUT' | 'ERROR' | 'FAILURE' | 'SKIPPED' | 'BLOCKED';

interface Run {
  readonly status: Status;
  readonly verdict: Verdict;
  readonly score: number;
  readonly cost: number;
  /** ms */
  readonly time: number;
  /** bytes */
  readonly memory: number;
}

interface Group {
  readonly status: Status;
  readonly verdict: Verdict;
  readonly score: number;
  readonly cost: number;
  readonly runs: readonly Run[];
}

export const compilerOutput = `source.cpp: In function 'int main()':
source.cpp:3:5: error: 'undeclared' was not declared in this scope
    3 |     undeclared = 1;
      |     ^~~~~~~~~~
`;

const COST = 100;
const submittedAt = Date.parse('2026-11-24T10:00:00Z');

const passed: Run = {
  status: 'COMPLETE',
  verdict: 'ACCEPTED',
  score: 20,
  cost: 20,
  time: 0,
  memory: 1_048_576,
};
const skipped: Run = { status: 'SKIPPED', verdict: 'NO_VERDICT', score: 0, cost: 30, time: 0, memory: 0 };

/** Returns the fields of a submission that its scope doesn't add. */
export function submissionMessage(submission: EolympSubmission, options: MessageOptions): object {
  const { state, isContest, number } = submission;
  const status = statusOf(state);
  const groups = groupsOf(state);
  const runs = groups.flatMap((group) => group.runs);
  const score = groups.reduce((sum, group) => sum + group.score, 0);
  const isJudged = status === 'COMPLETE';
  return {
    id: submission.id,
    problemId: submission.problemId,
    userId: submission.userId,
    submittedAt: new Date(submittedAt + number * 1000).toISOString(),
    judgedAt: isJudged ? new Date(submittedAt + number * 1000 + 500).toISOString() : null,
    lang: submission.lang,
    source: options.extras.includes('SOURCE') ? submission.source : '',
    sourceUrl: `${options.contentUrl}/source`,
    status,
    verdict: verdictOf(state),
    ...errorOf(state, options),
    cost: COST,
    score,
    percentage: score / COST,
    timeUsage: (isJudged ? submission.time : null) ?? Math.max(0, ...runs.map(({ time }) => time)),
    cpuUsage: Math.max(0, ...runs.map(({ time }) => time)),
    memoryUsage: uint64(Math.max(0, ...runs.map(({ memory }) => memory))),
    version: submission.version,
    groups: options.extras.includes('GROUPS')
      ? groups.map((group, index) => groupMessage(group, index, isContest, options))
      : [],
  };
}

function groupMessage(group: Group, index: number, isContest: boolean, options: MessageOptions): object {
  const time = Math.max(0, ...group.runs.map((run) => run.time));
  return {
    index,
    ...(isContest ? { testsetId: `ts${index}` } : {}),
    status: group.status,
    verdict: group.verdict,
    cost: group.cost,
    score: group.score,
    scoringMode: 'ALL',
    feedbackPolicy: 'COMPLETE',
    dependencies: index === 0 ? [] : [index - 1],
    ...usage(time, isContest),
    memoryUsage: uint64(Math.max(0, ...group.runs.map((run) => run.memory))),
    runs: options.extras.includes('RUNS')
      ? group.runs.map((run, at) => runMessage(run, index, at, isContest, options))
      : [],
  };
}

function runMessage(
  run: Run,
  group: number,
  index: number,
  isContest: boolean,
  { contentUrl }: MessageOptions,
): object {
  const own = {
    id: `r${group}x${index}`,
    index,
    status: run.status,
    verdict: run.verdict,
    cost: run.cost,
    score: run.score,
    ...usage(run.time, isContest),
    memoryUsage: uint64(run.memory),
  };
  if (isContest) return { ...own, testId: `t${group}x${index}` };
  const hasFiles = run.status === 'COMPLETE';
  return {
    ...own,
    inputUrl: hasFiles ? `${contentUrl}/input` : '',
    outputUrl: hasFiles ? `${contentUrl}/output` : '',
    answerUrl: hasFiles ? `${contentUrl}/answer` : '',
  };
}

function usage(time: number, isContest: boolean): object {
  return isContest ? { wallTimeUsage: time, cpuTimeUsage: time } : { timeUsage: time, cpuUsage: time };
}

/** A 64-bit number is text; zero is left out like any other. */
function uint64(value: number): string {
  return value === 0 ? '' : String(value);
}

function errorOf(
  state: EolympOutcome | EolympProgress,
  { contentUrl, isErrorInline }: MessageOptions,
): { readonly error: string; readonly errorUrl: string } {
  if (state === 'systemFailure') return { error: 'checker is not configured', errorUrl: '' };
  if (state !== 'compileError') return { error: '', errorUrl: '' };
  return isErrorInline
    ? { error: compilerOutput, errorUrl: '' }
    : { error: '', errorUrl: `${contentUrl}/error` };
}

function statusOf(state: EolympOutcome | EolympProgress): Status {
  switch (state) {
    case 'PENDING':
    case 'PROVISIONING':
    case 'INITIALIZING':
    case 'TESTING':
      return state;
    case 'compileError':
      return 'ERROR';
    case 'systemFailure':
      return 'FAILURE';
    case 'testingTimeout':
      return 'TIMEOUT';
    case 'accepted':
    case 'wrongAnswer':
    case 'timeLimit':
    case 'cpuExhausted':
    case 'memoryOverflow':
    case 'runtimeError':
    case 'partial':
      return 'COMPLETE';
  }
}

function verdictOf(state: EolympOutcome | EolympProgress): Verdict {
  switch (state) {
    case 'accepted':
      return 'ACCEPTED';
    case 'wrongAnswer':
    case 'partial':
      return 'WRONG_ANSWER';
    case 'timeLimit':
      return 'TIME_LIMIT_EXCEEDED';
    case 'cpuExhausted':
      return 'CPU_EXHAUSTED';
    case 'memoryOverflow':
      return 'MEMORY_OVERFLOW';
    case 'runtimeError':
      return 'RUNTIME_ERROR';
    case 'PENDING':
    case 'PROVISIONING':
    case 'INITIALIZING':
    case 'TESTING':
    case 'compileError':
    case 'systemFailure':
    case 'testingTimeout':
      return 'NO_VERDICT';
  }
}

/** Two groups: one of two tests with 20 points each, and one of two tests with 30 points each. */
function groupsOf(state: EolympOutcome | EolympProgress): readonly Group[] {
  const big: Run = { ...passed, score: 30, cost: 30, time: 15 };
  switch (state) {
    case 'PENDING':
    case 'PROVISIONING':
    case 'INITIALIZING':
    case 'compileError':
    case 'systemFailure':
      return [];
    case 'TESTING':
    case 'testingTimeout':
      return [grouped([passed, { ...skipped, status: 'PENDING', cost: 20 }], 40)];
    case 'accepted':
      return [grouped([passed, passed], 40), grouped([big, big], 60)];
    case 'partial':
      return [
        grouped([passed, passed], 40),
        grouped([{ ...big, verdict: 'WRONG_ANSWER', score: 0 }, skipped], 60),
      ];
    case 'wrongAnswer':
    case 'timeLimit':
    case 'cpuExhausted':
    case 'memoryOverflow':
    case 'runtimeError': {
      const failed: Run = { ...passed, verdict: verdictOf(state), score: 0, time: 1015 };
      const blocked: Group = {
        status: 'BLOCKED',
        verdict: 'NO_VERDICT',
        score: 0,
        cost: 60,
        runs: [skipped, skipped],
      };
      return [grouped([failed, { ...skipped, cost: 20 }], 40), blocked];
    }
  }
}

/** A group with the verdict of its first failed run. All runs must be accepted for its points. */
function grouped(runs: readonly Run[], cost: number): Group {
  const failed = runs.find(({ verdict }) => verdict !== 'ACCEPTED');
  const status = runs.find((run) => run.status === 'PENDING')?.status ?? 'COMPLETE';
  return {
    status,
    verdict: failed ? failed.verdict : 'ACCEPTED',
    score: failed ? 0 : cost,
    cost,
    runs,
  };
}
