import fs from 'node:fs/promises';
import path from 'node:path';
import type { LocalService, Verdict } from '../service';
import { samplesFor, type Sample } from './samples';

/** A sample that was submitted. */
export interface Submitted {
  readonly sample: Sample;
  readonly requestId: string;
  /** the envelope of the finished judging */
  readonly done: Promise<unknown>;
}

/** Submits every sample of `workspace` that this machine can judge. */
export async function submitSamples(service: LocalService, workspace: string): Promise<readonly Submitted[]> {
  const { cxx } = await service.toolchain();
  const submitted: Submitted[] = [];
  for (const sample of samplesFor({ cxx: cxx !== null })) {
    const code = await fs.readFile(path.join(workspace, ...sample.file.split('/')), 'utf8');
    const { problem: pid, language: lang, o2 } = sample;
    const { requestId, done } = await service.submit({
      pid,
      lang,
      code,
      o2,
      trackId: `sample-${submitted.length}`,
    });
    submitted.push({ sample, requestId, done });
  }
  return submitted;
}

interface Envelope {
  readonly data: {
    readonly compile: { readonly success: boolean; readonly message: string };
    readonly judge: {
      readonly status: number;
      readonly score: number;
      readonly time: number;
      readonly memory: number;
      readonly subtasks: readonly { readonly cases: readonly { readonly status: number }[] }[];
    } | null;
  };
}

/** A judged sample in words. */
export interface Judged {
  readonly sample: Sample;
  /** one line for the terminal */
  readonly line: string;
  /** what was expected instead; null where all is as the sample says of itself */
  readonly problem: string | null;
}

/** Waits for a sample's end and compares it with what the sample is known for. */
export async function judgedSample(service: LocalService, { sample, done }: Submitted): Promise<Judged> {
  const { data } = (await done) as Envelope;
  const codes = service.role.statusCodes;
  const nameOf = (status: number): Verdict | undefined =>
    (Object.keys(codes) as Verdict[]).find((verdict) => codes[verdict] === status);
  const record = data.compile.success ? nameOf(data.judge?.status ?? -1) : 'compileError';
  const cases =
    data.judge?.subtasks.flatMap((subtask) => subtask.cases.map(({ status }) => nameOf(status))) ?? [];
  const unlike = (what: string, got: unknown, expected: unknown): string | null =>
    got === expected ? null : `${what}: expected ${String(expected)}, got ${String(got)}`;
  const problems = [
    unlike('record', record, sample.record),
    unlike('compile message', data.compile.message !== '', sample.message),
    sample.someCase === null || cases.includes(sample.someCase) ? null : `no case with ${sample.someCase}`,
  ].filter((problem) => problem !== null);
  const words = [...new Set(cases.filter((verdict) => verdict !== 'accepted'))].map((verdict) =>
    wordsFor(verdict),
  );
  const verdict = words.length > 0 ? words.join(', ') : wordsFor(record);
  const warnings = data.compile.success && data.compile.message !== '' ? ', with compile warnings' : '';
  const figures = data.judge
    ? `${data.judge.score} points  ${data.judge.time} ms  ${(data.judge.memory / 1024).toFixed(1)} MiB`
    : '';
  return {
    sample,
    line: `${sample.file.padEnd(34)} ${(verdict + warnings).padEnd(40)} ${figures}`.trimEnd(),
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

function wordsFor(verdict: Verdict | undefined): string {
  switch (verdict) {
    case undefined:
      return 'unknown';
    case 'waiting':
      return 'waiting';
    case 'judging':
      return 'judging';
    case 'compileError':
      return 'compile error';
    case 'outputLimit':
      return 'output limit exceeded';
    case 'memoryLimit':
      return 'memory limit exceeded';
    case 'timeLimit':
      return 'time limit exceeded';
    case 'wrongAnswer':
      return 'wrong answer';
    case 'runtimeError':
      return 'runtime error';
    case 'invalid':
      return 'system error';
    case 'accepted':
      return 'accepted';
    case 'unaccepted':
      return 'not accepted';
  }
}
