import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalCodeforces } from '../codeforces/codeforces';
import { startLocalDmoj } from '../dmoj/dmoj';
import { startLocalHydro } from '../hydro/hydro';
import { startLocalJudge0 } from '../judge0/judge0';
import { startLocalService, localName, problems, type Verdict } from '../service';
import type { JudgingState } from '../service/judging/state';
import type { Toolchain } from '../service/judging/toolchain';
import type { WorkerOptions } from '../service/judging/worker';
import type { Outcome, Submitted } from './judged';
import { samplesFor, type Sample } from './samples';

/** The services that `npm start` supports. */
export const services = {
  judge: startJudge,
  hydro: startHydro,
  judge0: startJudge0,
  dmoj: startDmoj,
  codeforces: startCodeforces,
} as const;

/** A service on this computer, with all samples submitted. */
export interface StartedService {
  /** Settings of the extension for this service, without the prefix `judgeResults.`. They contain no secret. */
  readonly settings: { readonly services: Readonly<Record<string, unknown>>; readonly service: string };
  /** Token for signing in; null if the service has no sign-in. */
  readonly token: string | null;
  /** Name of the user; null if the service has no users. */
  readonly account: string | null;
  readonly submitted: readonly Submitted[];
  readonly tools: Toolchain;
  /** Suggestion for the user, in one or two sentences. */
  readonly toTry: string;
  readonly stop: () => Promise<void>;
}

const tryToSubmit = 'Fix P1115.cpp (the maximum can be negative) and run “Judge: Submit”.';
const tryRecentOnes =
  'Run “Judge: Fetch Judge Result” and select one of the recent submissions. Programs are submitted on the website.';

async function startJudge(workspace: string, options: WorkerOptions): Promise<StartedService> {
  const service = await startLocalService(options);
  const tools = await service.toolchain();
  const { statusCodes } = service.role;
  const submitted = await submitSamples(
    tools,
    workspace,
    async ({ problem, language, o2 }, code, trackId) => {
      const { requestId, done } = await service.submit({ pid: problem, lang: language, code, o2, trackId });
      return { requestId, done: done.then((envelope) => outcomeIn(envelope as Envelope, statusCodes)) };
    },
  );
  const { settings, token } = service;
  const stop = () => service.close();
  return { settings, token, account: null, submitted, tools, toTry: tryToSubmit, stop };
}

async function startHydro(workspace: string, options: WorkerOptions): Promise<StartedService> {
  const site = await startLocalHydro(options);
  const tools = await site.toolchain();
  const { alice, url } = site;
  const languages = { 'cxx/17/gcc': 'cc.cc17', 'js/node/lts': 'js' } as const;
  const submitted = await submitSamples(tools, workspace, ({ problem: pid, language, o2 }, code) => {
    const lang = language === 'cxx/17/gcc' && o2 ? 'cc.cc17o2' : languages[language];
    const record = site.submit(alice, { pid, lang, code });
    const done = site.judged(record).then(outcomeOf);
    return Promise.resolve({ requestId: record.rid, done });
  });
  return startedAt({
    described: { type: 'hydro', url },
    token: site.signIn(alice),
    account: alice.uname,
    submitted,
    tools,
    toTry: tryToSubmit,
    stop: () => site.stop(),
  });
}

/**
 * Starts the stand-in for Judge0. Judge0 has no problems, so each sample runs on the cases of its problem as one
 * record. Writes short cases next to the sample.
 */
async function startJudge0(workspace: string, options: WorkerOptions): Promise<StartedService> {
  const host = await startLocalJudge0(options);
  const tools = await host.toolchain();
  const ids = { 'cxx/17/gcc': 54, 'js/node/lts': 63 } as const;
  const submitted = await submitSamples(
    tools,
    workspace,
    async ({ problem: id, language, o2 }, code, trackId) => {
      const problem = problems.get(id);
      if (!problem) throw new Error(`no ${id} here`);
      const { limits } = problem;
      const cases = problem.subtasks().flatMap((subtask) => subtask.cases);
      await writeShortCases(workspace, id, cases);
      const runs = cases.slice(0, host.config.max_submission_batch_size).map(({ input, answer }) =>
        host.submit({
          language_id: ids[language],
          source_code: code,
          compiler_options: o2 ? '-O2' : '',
          stdin: input,
          expected_output: answer,
          cpu_time_limit: limits.time / 1000,
          memory_limit: limits.memory,
        }),
      );
      const done = host.idle().then(() =>
        coarse(
          runs.every(({ status }) => status === 3),
          runs.some(({ status }) => status === 6),
        ),
      );
      return { requestId: trackId, hint: runs.map(({ token }) => token).join(','), done };
    },
  );
  return startedAt({
    described: { type: 'judge0', url: host.url },
    token: host.token,
    account: null,
    submitted,
    tools,
    toTry:
      'Open P1115.cpp and run “Judge: Run Samples”. “Compare Output” on the wrong case shows what is expected.',
    stop: () => host.stop(),
  });
}

/** Writes cases that are short enough to read, as `P1001-1.in` and `P1001-1.out`. */
async function writeShortCases(
  workspace: string,
  problem: string,
  cases: readonly { readonly input: string; readonly answer: string }[],
): Promise<void> {
  const short = cases.filter(({ input }) => input.length < 100).slice(0, 4);
  for (const [index, { input, answer }] of short.entries()) {
    const file = path.join(workspace, `${problem}-${index + 1}`);
    await Promise.all([fs.writeFile(`${file}.in`, input), fs.writeFile(`${file}.out`, answer)]);
  }
}

async function startDmoj(workspace: string, options: WorkerOptions): Promise<StartedService> {
  const site = await startLocalDmoj(options);
  const tools = await site.toolchain();
  const { alice, url } = site;
  const languages = { 'cxx/17/gcc': 'CPP17', 'js/node/lts': 'V8JS' } as const;
  const submitted = await submitSamples(tools, workspace, ({ problem, language }, code) => {
    const submission = site.submit({ problem: problem.toLowerCase(), language: languages[language], code });
    const done = site.idle().then(() => coarse(submission.result === 'AC', submission.result === 'CE'));
    return Promise.resolve({ requestId: String(submission.id), done });
  });
  const described = { type: 'dmoj', url };
  const { token, username: account } = alice;
  const stop = () => site.stop();
  return startedAt({ described, token, account, submitted, tools, toTry: tryRecentOnes, stop });
}

async function startCodeforces(workspace: string, options: WorkerOptions): Promise<StartedService> {
  const site = await startLocalCodeforces(options);
  const tools = await site.toolchain();
  const languages = { 'cxx/17/gcc': 'GNU C++17', 'js/node/lts': 'Node.js' } as const;
  const submitted = await submitSamples(tools, workspace, ({ problem, language }, code) => {
    const index = 'ABCD'[[...problems.keys()].indexOf(problem)] ?? '';
    const submission = site.submit({ index, language: languages[language], code });
    const done = site
      .idle()
      .then(() => coarse(submission.verdict === 'OK', submission.verdict === 'COMPILATION_ERROR'));
    return Promise.resolve({ requestId: String(submission.id), done });
  });
  const described = { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` };
  const stop = () => site.stop();
  return startedAt({ described, token: null, account: null, submitted, tools, toTry: tryRecentOnes, stop });
}

/**
 * Returns an outcome without messages, cases, and figures, for services that report fewer fields than the outcome of a
 * sample has.
 */
function coarse(isAccepted: boolean, isCompileError: boolean): Outcome {
  const verdict = isAccepted ? 'accepted' : isCompileError ? 'compileError' : 'unaccepted';
  return { compiled: !isCompileError, message: null, verdict, cases: null, figures: null };
}

function startedAt({
  described,
  ...started
}: Omit<StartedService, 'settings'> & {
  readonly described: Readonly<Record<string, unknown>>;
}): StartedService {
  return { settings: { services: { [localName]: described }, service: localName }, ...started };
}

type Submit = (sample: Sample, code: string, trackId: string) => Promise<Omit<Submitted, 'sample'>>;

/** Submits every sample in `workspace` that can be judged on this computer. */
async function submitSamples(tools: Toolchain, workspace: string, submit: Submit): Promise<Submitted[]> {
  const submitted: Submitted[] = [];
  for (const sample of samplesFor({ cxx: tools.cxx !== null })) {
    const code = await fs.readFile(path.join(workspace, ...sample.file.split('/')), 'utf8');
    submitted.push({ sample, ...(await submit(sample, code, `sample-${submitted.length}`)) });
  }
  return submitted;
}

function outcomeOf({ compile, judge, subtasks }: JudgingState): Outcome {
  const cases = subtasks.flatMap((subtask) => subtask.cases.map(({ verdict }) => verdict));
  const { success: compiled, message } = compile;
  return { compiled, message, verdict: judge?.verdict, cases, figures: judge };
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

/** Returns the outcome in an envelope of the local judge. `codes` contains its status code for each verdict. */
export function outcomeIn({ data }: Envelope, codes: Readonly<Record<Verdict, number>>): Outcome {
  const verdictOf = (status: number): Verdict | undefined =>
    (Object.keys(codes) as Verdict[]).find((verdict) => codes[verdict] === status);
  const { compile, judge } = data;
  const cases =
    judge?.subtasks.flatMap((subtask) => subtask.cases.map(({ status }) => verdictOf(status))) ?? [];
  const { success: compiled, message } = compile;
  return { compiled, message, verdict: verdictOf(judge?.status ?? -1), cases, figures: judge };
}
