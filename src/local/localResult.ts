import { bytesToBase64 } from '../base/base64';
import {
  CRASH_NOTE,
  differenceNotes,
  sentencesOf,
  subtasksOf,
  type Case,
  type CaseNotes,
  type Compilation,
  type Envelope,
  type ShownComparison,
  type StatusCode,
} from '../results';
import { caseOf, figuresOf, ownResult, type ReadResult } from '../judges/adapters/shared/makeResult';
import { helperFailureNote } from './checkers/checkerFailure';
import type { Crash } from './crashReason';
import type { LocalCase, LocalRun, RunComparison } from './localRun';

/** Converts a run to a result with one case for each input. */
export function localResult(run: LocalRun, requestId: string): ReadResult {
  const { compile, languageName, timeLimit, memoryLimit } = run;
  const cases =
    compile.success === false
      ? []
      : run.cases.map((testCase, index) => caseIn(testCase, index, run.comparison));
  const isKnown = compile.success !== null || compile.message !== null;
  return ownResult({
    envelope: envelopeOf({
      requestId,
      compile: isKnown ? { success: compile.success, message: compile.message, opt2: null } : null,
      status: statusOf(run, cases),
      cases,
    }),
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

/**
 * Returns the final result of a run whose window has ended: no case is pending. `last`: its last stored result; null:
 * none
 */
export function stoppedResult(last: Envelope | null, requestId: string): ReadResult {
  const { compile = null, judge = null } = last?.data ?? {};
  const cases = subtasksOf(last)
    .flatMap((subtask) => subtask.cases)
    .map((testCase) => (isPending(testCase.status) ? { ...testCase, status: stopped } : testCase));
  const isOver = judge !== null && !isPending(judge.status);
  const status = isOver ? judge.status : cases.length === 0 ? stopped : verdictOf(cases);
  return ownResult({ envelope: envelopeOf({ requestId, compile, status, cases }), notices: [] });
}

/** Status of a case that wasn't run to its end. */
const stopped = 'STOP';

function isPending(status: StatusCode | null): boolean {
  return status === 'QUEUED' || status === 'COMPILING' || status === 'RUN';
}

interface RunOutcome {
  readonly requestId: string;
  readonly compile: Compilation | null;
  readonly status: StatusCode | null;
  readonly cases: readonly Case[];
}

/** Creates the envelope of a result whose cases are in one subtask. */
function envelopeOf({ requestId, compile, status, cases }: RunOutcome): Envelope {
  const figures = figuresOf(cases);
  const subtask = { id: null, status, score: null, ...figures, cases };
  return {
    type: 'judge',
    data: {
      compile,
      judge: {
        id: null,
        status,
        score: null,
        ...figures,
        subtasks: cases.length === 0 ? [] : [subtask],
      },
    },
    requestId,
    trackId: null,
  };
}

/** Returns the verdict, or the progress while the run isn't finished. */
function statusOf({ compile }: LocalRun, cases: readonly Case[]): StatusCode {
  if (compile.success === false) return compile.hasTimedOut ? 'SLOW' : 'CE';
  if (compile.isRunning) return 'COMPILING';
  return cases.some(({ status }) => isPending(status)) ? 'RUN' : verdictOf(cases);
}

/**
 * Returns the first status of finished cases that isn't accepted. One that the judge may accept is only used if none
 * failed.
 */
function verdictOf(cases: readonly Case[]): StatusCode {
  const others = cases.filter(({ status }) => status !== 'AC' && status !== notCompared);
  const failed = others.find(({ status }) => status !== mayBeAccepted) ?? others[0];
  return failed?.status ?? (cases.some(({ status }) => status === 'AC') ? 'AC' : notCompared);
}

/** Status of a case whose output wasn't compared, because the expected one is unknown. */
const notCompared = 'DONE';

/** Status of a case whose output the judge may accept. */
const mayBeAccepted = 'NEAR';

function isCompared({ expected, checked }: LocalCase): boolean {
  return expected !== null || checked !== null;
}

function caseIn(testCase: LocalCase, index: number, comparison: RunComparison): Case {
  const { status, input, output, expected, errorOutput, time, memory, exitCode, signal, message, shortened } =
    testCase;
  const hasRun = time !== null;
  const isOwnInput = hasRun && !isCompared(testCase) && !testCase.diedOfStack && !testCase.hasHung;
  const notes = isOwnInput ? {} : notesOf(testCase);
  const sentences = sentencesOf(notes);
  return caseOf({
    id: index + 1,
    status: status === 'AC' && !isCompared(testCase) ? notCompared : status,
    time,
    memory,
    exitCode,
    signal,
    // the page shows the description of the user's own runs as their output
    description: message ?? (isOwnInput ? output : sentences || null),
    extra: {
      stdin: input,
      stdout: hasRun ? output : null,
      expected,
      stdinBytes: encoded(testCase.bytes?.input),
      expectedBytes: encoded(testCase.bytes?.expected),
      stderr: errorOutput === '' ? null : errorOutput,
      dialog: testCase.dialog,
      shortened: shortened.length === 0 ? null : shortened,
      notes: sentences === '' ? null : notes,
      comparison: shownComparisonOf(testCase, comparison),
      isOwnSample: testCase.isOwnSample || null,
    },
  });
}

function encoded(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? bytesToBase64(bytes) : null;
}

/** Returns whether the output was compared with the expected one, and not judged by a checker. */
function isComparedByRule({ status, expected, checked }: LocalCase): boolean {
  return expected !== null && checked === null && (status === 'AC' || status === 'NEAR' || status === 'WA');
}

/** Returns a note about the comparison of an output. Null: it wasn't compared, or an interactor decided. */
function shownComparisonOf(testCase: LocalCase, comparison: RunComparison): ShownComparison | null {
  const { by = null, failure = null } = testCase.checked ?? {};
  if (by?.role === 'checker') return { unit: 'checker', name: by.name, hasFailed: failure !== null };
  return isComparedByRule(testCase) ? shownRule(comparison) : null;
}

function shownRule({ rule, source, judge }: RunComparison): ShownComparison {
  const isOfWords = rule.unit === 'tokens';
  const { absolute = 0, relative = 0 } = (isOfWords && rule.tolerance) || {};
  return {
    unit: rule.unit,
    isCaseless: rule.unit !== 'text' && rule.caseless !== undefined,
    tolerance: Math.max(absolute, relative),
    source,
    judge,
  };
}

/** Returns notes about a case that ran, each with the values for its placeholders. */
function notesOf(testCase: LocalCase): CaseNotes {
  const { checked, diedOfStack, crash, hasHung, hasWaited, isElapsedTime, written, outputFile, difference } =
    testCase;
  const notes: Record<string, readonly string[]> = {};
  if (difference) {
    const verdict = testCase.status === mayBeAccepted ? 'nearly' : 'wrong';
    Object.assign(notes, differenceNotes({ verdict, difference }));
  }
  if (checked?.failure) Object.assign(notes, helperFailureNote(checked.failure, checked.by.name));
  if (checked?.message)
    notes[checked.by.role === 'checker' ? 'Checker: {0}' : 'Interactor: {0}'] = [checked.message];
  if (crash) Object.assign(notes, noteOfCrash(crash));
  if (diedOfStack) notes['Stack overflow.'] = [];
  if (hasHung) notes['No answer: flush the output?'] = [];
  else if (hasWaited) notes['The program waited instead of computing, or the computer was busy.'] = [];
  if (outputFile !== null) notes['The output is that of {0}.'] = [outputFile];
  const others = written.filter(({ name }) => name !== outputFile).map(({ name }) => name);
  if (others.length > 0) notes['Written: {0}.'] = [others.join(', ')];
  if (isElapsedTime) notes['The time is the elapsed time.'] = [];
  return notes;
}

function noteOfCrash({ reason, line }: Crash): CaseNotes {
  return line === null ? { 'Error: {0}.': [reason] } : { [CRASH_NOTE]: [reason, String(line)] };
}
