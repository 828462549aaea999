import * as v from 'valibot';
import type { Case, Envelope, JudgeSemantics } from '../../results';
import type { JudgeAdapter } from '../adapter';
import { localJudge, judgeIdOf } from '../address';
import type { Judge } from '../judge';
import { editorLanguagesKnown } from '../languageNames';
import { bodyLimits } from './limits';
import { caseOf, figuresOf, ownResult, type ReadResult } from './results';
import { jsonOf } from './responseBody';
import { makeJudge } from './judgeType';
import { verdicts } from './verdicts';

const rules: JudgeSemantics = {
  profile: localJudge.type,
  statuses: verdicts('QUEUED COMPILING AC WA TLE MLE OLE RE CE', {
    RUN: ['JUDGING', 'Running', '运行中'],
    STOP: ['SKIP', 'Stopped', '已停止', 'STOP'],
    SLOW: ['CE', 'Compiler Timed Out', '编译超时'],
    FAIL: ['JE', 'Couldn’t Start', '无法启动', 'FAIL'],
    DONE: ['AC', 'Finished', '已运行', 'DONE'],
  }),
  units: { time: 'ms', memory: 'KiB', score: null },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

const text = v.string();
const count = v.nullable(v.number());
const caseOfRun = v.object({
  /** `STOP`: the program wasn't run, or the user or the end of the window stopped it. `FAIL`: it couldn't be started. */
  status: v.picklist(['QUEUED', 'RUN', 'AC', 'WA', 'TLE', 'MLE', 'OLE', 'RE', 'STOP', 'FAIL']),
  input: text,
  /** null: unknown, so any output is accepted */
  expected: v.nullable(text),
  output: text,
  errorOutput: text,
  /** CPU time, ms; null: not run */
  time: count,
  /** `time` is the elapsed time, because the system doesn't measure the CPU time */
  isElapsedTime: v.optional(v.boolean(), false),
  /** largest memory, KiB; null: not measured */
  memory: v.optional(count, null),
  /** null: a signal ended the program, or it wasn't run */
  exitCode: count,
  /** number; null: no signal ended the program by itself */
  signal: count,
  /** message of the system if the program couldn't be started */
  message: v.nullable(text),
  /** a signal ended the program when its stack was full */
  diedOfStack: v.optional(v.boolean(), false),
  /** files that the program wrote in its working folder, which are removed; sizes in bytes */
  written: v.optional(v.array(v.object({ name: text, bytes: v.number() })), []),
  /** the one of these files that counts as the output; null: the standard output does */
  outputFile: v.optional(v.nullable(text), null),
  /** which of the texts above were cut */
  shortened: v.array(v.picklist(['stdout', 'stderr'])),
});
const runSchema = v.object({
  compile: v.object({
    /** null: compiling, or there is nothing to compile */
    success: v.nullable(v.boolean()),
    message: v.nullable(text),
    /** the compiler was ended, because it took too long */
    hasTimedOut: v.boolean(),
    isRunning: v.boolean(),
  }),
  cases: v.array(caseOfRun),
  languageName: text,
  /** for each case, ms */
  timeLimit: v.number(),
  /** for each case, KiB; null: unknown */
  memoryLimit: v.optional(count, null),
});

/** A run of a program on this computer, which may still be in progress. */
export type LocalRun = v.InferOutput<typeof runSchema>;
export type LocalCase = LocalRun['cases'][number];

/** Returns the run that a file contains. Throws if the file has another format. */
export function parseLocalRun(value: unknown): LocalRun {
  return v.parse(runSchema, value);
}

/** Returns the run as it is after its window has ended, so that nothing of it is pending. */
export function stoppedRun(run: LocalRun): LocalRun {
  const isPending = ({ status }: LocalCase): boolean => status === 'QUEUED' || status === 'RUN';
  return {
    ...run,
    compile: { ...run.compile, isRunning: false },
    cases: run.cases.map((testCase) => (isPending(testCase) ? { ...testCase, status: 'STOP' } : testCase)),
  };
}

/** Converts a run to a result with one case for each input. */
export function localResult(run: LocalRun, requestId: string): ReadResult {
  const { compile, languageName, timeLimit, memoryLimit } = run;
  const hasFailed = compile.success === false;
  const cases = hasFailed ? [] : run.cases.map(caseIn);
  const status = statusOf(run);
  const isKnown = compile.success !== null || compile.message !== null;
  const figures = figuresOf(cases);
  const envelope: Envelope = {
    type: 'judge',
    data: {
      compile: isKnown ? { success: compile.success, message: compile.message, opt2: null } : null,
      judge: {
        id: null,
        status,
        score: null,
        ...figures,
        subtasks: cases.length === 0 ? [] : [{ id: null, status, score: null, ...figures, cases }],
      },
    },
    requestId,
    trackId: null,
  };
  return ownResult({
    envelope,
    notices: [],
    about: {
      problem: null,
      code: null,
      language: null,
      languageName,
      limits: { time: timeLimit, memory: memoryLimit },
    },
  });
}

/** Returns the first status that isn't accepted, or the progress while the run isn't finished. */
function statusOf({ compile, cases }: LocalRun): string {
  if (compile.success === false) return compile.hasTimedOut ? 'SLOW' : 'CE';
  if (compile.isRunning) return 'COMPILING';
  if (cases.some(({ status }) => status === 'RUN' || status === 'QUEUED')) return 'RUN';
  const failed = cases.find(({ status }) => status !== 'AC');
  return failed?.status ?? (cases.some(isCompared) ? 'AC' : notCompared);
}

/** Status of a case whose output wasn't compared, because the expected one is unknown. */
const notCompared = 'DONE';

function isCompared({ expected }: LocalCase): boolean {
  return expected !== null;
}

function caseIn(testCase: LocalCase, index: number): Case {
  const { status, input, output, expected, errorOutput, time, memory, exitCode, signal, message, shortened } =
    testCase;
  const hasRun = time !== null;
  const isOwnInput = hasRun && expected === null && !testCase.diedOfStack;
  const notes = isOwnInput ? {} : notesOf(testCase);
  const sentences = Object.entries(notes).map(([note, value]) => note.replace('{0}', () => value));
  return caseOf({
    id: index + 1,
    status: status === 'AC' && !isCompared(testCase) ? notCompared : status,
    time,
    memory,
    exitCode,
    signal,
    // the page shows the description of the user's own runs as their output
    description: message ?? (isOwnInput ? output : sentences.join(' ') || null),
    extra: {
      stdin: input,
      stdout: hasRun ? output : null,
      expected,
      stderr: errorOutput === '' ? null : errorOutput,
      shortened: shortened.length === 0 ? null : shortened,
      notes: sentences.length === 0 ? null : notes,
    },
  });
}

/** Returns sentences that a user has to know about a case that ran, each with the value for its `{0}`. */
function notesOf({
  diedOfStack,
  isElapsedTime,
  written,
  outputFile,
}: LocalCase): Readonly<Record<string, string>> {
  const notes: Record<string, string> = {};
  if (diedOfStack) notes['The stack was full.'] = '';
  if (outputFile !== null) notes['The output is that of {0}.'] = outputFile;
  const others = written.filter(({ name }) => name !== outputFile).map(({ name }) => name);
  if (others.length > 0) notes['Written: {0}.'] = others.join(', ');
  if (isElapsedTime) notes['The time is the elapsed time.'] = '';
  return notes;
}

/**
 * This computer as a judge. Nothing is sent: its transport reads the files that runs write to the user's temporary
 * folder.
 */
export function thisComputer(): Judge {
  const address = 'local://this-computer';
  return makeJudge(
    {
      id: judgeIdOf({ type: localJudge.type, address, name: localJudge.name }),
      name: localJudge.label,
      chineseName: localJudge.chineseLabel,
      baseUrl: address,
      authentication: { scheme: 'none' },
      rules,
    },
    adapter,
  );
}

const adapter: JudgeAdapter = {
  signIn: { kind: 'none' },
  bodyLimit: bodyLimits.longest,
  worksInBrowser: false,

  checkAccount() {
    return Promise.resolve({ name: null });
  },

  async fetchResult(http, { requestId }) {
    const answer = await http.get(`/runs/${encodeURIComponent(requestId)}`);
    return localResult(parseLocalRun(jsonOf(answer)), requestId);
  },

  // runs have no IDs that a user would enter
  looksLikeRequestId() {
    return false;
  },

  runsHere: { editorLanguages: editorLanguagesKnown },
};
