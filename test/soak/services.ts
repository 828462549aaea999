import type { Server } from 'node:http';
import { recordKey } from '../../src/records';
import { judgeNamed } from '../../src/judges';
import { startLocalJudge } from '../support/judges';
import { startCmsStandIn } from '../support/standIns/cms';
import type { CmsOutcome } from '../support/standIns/cmsDetails';
import { startCsesStandIn } from '../support/standIns/cses';
import { startYandexContestStandIn, type YandexOutcome } from '../support/standIns/yandexContest';
import { startEolympStandIn } from '../support/standIns/eolymp';
import type { EolympOutcome } from '../support/standIns/eolympSubmission';
import { startLocalCodeforces } from '../../tools/codeforces/codeforces';
import { startLocalDmoj } from '../../tools/dmoj/dmoj';
import { startLocalHydro } from '../../tools/hydro/hydro';
import { startLocalJudge0 } from '../../tools/judge0/judge0';
import type { CodeforcesVerdict } from '../../tools/codeforces/submission';
import type { DmojResult } from '../../tools/dmoj/submission';
import { newRequestId, startLocalService, type MisbehaviourRule, type Verdict } from '../../tools/service';
import type { RoleName } from '../../tools/service/simulatedServices';
import { envelope } from './envelope';
import type { Course, Judging } from './judgings';

/** A judge of a fault run, with its name in the settings. */
export interface JudgedService {
  readonly name: ServiceName;
  /** the ID in records */
  readonly id: string;
  /** the entry in the setting `services` */
  readonly description: Readonly<Record<string, unknown>>;
  /** the credential; null if it needs none */
  readonly secret: string | null;
  /** how a password is exchanged for a session; absent: each request contains the secret itself */
  readonly login?: Login;
  /** confirms the sign-in that the user has started, in the browser; absent: the judge needs no confirmation */
  readonly confirm?: () => void;
  /**
   * path of the request for the contest, which is repeated while the contest runs although nothing is pending; absent: the
   * judge has no contest whose end is unknown
   */
  readonly contestPath?: string;
  /** share of all requests, relative to the other judges */
  readonly share: number;
  readonly standIn: StandIn;
  /** Begins a submission, which continues automatically. */
  readonly begin: (course: Course) => Judging;
  readonly stop: () => Promise<void>;
}

interface Login {
  readonly username: string;
  /** path of the only request that contains the password, in its body */
  readonly path: string;
  /** the sessions so far, one of which each other request contains */
  readonly sessions: () => readonly string[];
}

interface StandIn {
  readonly httpServer: Server;
  readonly misbehaved: ReadonlyMap<string, number>;
  misbehave(rule: MisbehaviourRule): () => void;
}

export type ServiceName = keyof typeof starts;

/**
 * Whether a request completes the poll of an ID without being about that ID. Polls of two IDs may send the same one at the
 * same time, from one window or from two. `url`: path and query.
 */
export function isFollowUp({ name }: JudgedService, url: string): boolean {
  // When a run has ended, the contest is requested for the names of its problem and compiler.
  if (name === 'ejudge') return /[?&]action=contest-status-json(?:&|$)/.test(url);
  // Before the first result, the lists of submissions are requested for the task of an ID. Each window signs in itself.
  if (name === 'cms') return /^\/api\//.test(url);
  // Each list is requested for the user, whose ID is in the account.
  return name === 'eolymp' && /\/account$/.test(url);
}

type Started = Pick<
  JudgedService,
  'description' | 'secret' | 'login' | 'confirm' | 'contestPath' | 'standIn' | 'stop'
> & {
  readonly begin: (course: Course) => Pick<Judging, 'id' | 'final'>;
};

/** The codes of a judge for the verdicts. */
type Codes<Code> = Readonly<Record<Course['verdict'], Code>>;

const starts = {
  judge: (seed: number, ids: string[]) => startSpecified('custom', seed, ids),
  platform: (seed: number, ids: string[]) => startSpecified('luogu', seed, ids),
  hydro: startHydro,
  judge0: startJudge0,
  dmoj: startDmoj,
  codeforces: startCodeforces,
  ejudge: (seed: number) => startJudge('ejudge', seed),
  omegaup: (seed: number) => startJudge('omegaup', seed),
  cses: startCses,
  yandex: startYandexContest,
  eolymp: startEolymp,
  cms: startCms,
} as const;

export const judgeNames = Object.keys(starts) as readonly ServiceName[];

/** @param ids shared by the judges of the specification, so that each has a result with the same ID */
export async function startService(name: ServiceName, seed: number, ids: string[]): Promise<JudgedService> {
  const { begin, ...started } = await starts[name](seed, ids);
  const read = judgeNamed(name, { [name]: started.description });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { id } = read.judge;
  return {
    name,
    id,
    ...started,
    // both get one request in two seconds
    share: name === 'codeforces' || name === 'eolymp' ? 1 : 4,
    begin: (course) => {
      const begun = begin(course);
      return { service: name, key: recordKey(id, begun.id), ...begun };
    },
  };
}

async function startSpecified(roleName: RoleName, seed: number, ids: string[]): Promise<Started> {
  const isOpen = roleName === 'custom';
  const service = await startLocalService({ role: roleName, openResults: isOpen, seed });
  const { role } = service;
  let begun = 0;
  return {
    description: service.description,
    secret: isOpen ? null : service.token,
    standIn: service,
    begin: (course) => {
      const id = (ids[begun] ??= newRequestId());
      begun += 1;
      const steps = course.stages.map(({ done, forMs }) =>
        done === 'queued' ? { status: 204, forMs } : { body: envelope(role, id, course, done), forMs },
      );
      service.play(id, steps);
      const { status, score, time } = envelope(role, id, course, course.cases).data.judge;
      return { id, final: { status, score, time } };
    },
    stop: () => service.close(),
  };
}

async function startHydro(seed: number): Promise<Started> {
  const site = await startLocalHydro({ compilers: false, seed });
  // only courses change submissions
  site.hold();
  const play = new Player();
  const codes: Codes<number> = { accepted: 1, wrongAnswer: 2, timeLimit: 3, runtimeError: 6, invalid: 8 };
  return {
    description: { type: 'hydro', url: site.url },
    secret: site.signIn(site.alice),
    standIn: site,
    begin: (course) => {
      const { cases, mark, verdict } = course;
      const record = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: '//' });
      const compile = { success: true, message: '', opt2: false };
      const stateAt = (done: number) => {
        const of: Verdict = done < cases ? 'judging' : verdict;
        const figures = { score: 100, time: mark, memory: 800 };
        const case1 = { signal: 0, exitCode: 0, description: null };
        const listed = Array.from({ length: cases }, (_, id) => {
          const own = id >= done ? 'waiting' : id + 1 < cases ? 'accepted' : verdict;
          return { id, ...case1, verdict: own, score: 1, time: 3, memory: 800 } as const;
        });
        const subtask = { id: 0, verdict: of, ...figures, cases: listed };
        return { compile, judge: { ...subtask, id: record.docId, cases: [] }, subtasks: [subtask] };
      };
      play.course(course, (done) => site.advance(record, { phase: 20, state: stateAt(done) }));
      // Hydro’s times aren’t integers
      return { id: record.rid, final: { status: codes[verdict], score: 100, time: mark + 0.5 } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startJudge0(seed: number): Promise<Started> {
  const host = await startLocalJudge0({ compilers: false, seed });
  const play = new Player();
  const codes: Codes<number> = { accepted: 3, wrongAnswer: 4, timeLimit: 5, runtimeError: 11, invalid: 13 };
  return {
    description: { type: 'judge0', url: host.url },
    secret: host.token,
    standIn: host,
    begin: (course) => {
      const { cases, mark, verdict } = course;
      const one = host.submit({ language_id: 63, source_code: '1' }, false);
      const status = codes[verdict];
      play.course(course, (done) =>
        host.change(one, done < cases ? { status: 2 } : { status, time: mark / 1000, memory: 800 }),
      );
      return { id: one.token, final: { status, score: null, time: mark } };
    },
    stop: () => (play.stop(), host.stop()),
  };
}

async function startDmoj(seed: number): Promise<Started> {
  const site = await startLocalDmoj({ compilers: false, seed });
  const play = new Player();
  const codes: Codes<DmojResult> = {
    accepted: 'AC',
    wrongAnswer: 'WA',
    timeLimit: 'TLE',
    runtimeError: 'RTE',
    invalid: 'IE',
  };
  return {
    description: { type: 'dmoj', url: site.url },
    secret: site.alice.token,
    standIn: site,
    begin: (course) => {
      const { cases, mark, verdict } = course;
      const one = site.submit({ problem: 'p1001', language: 'V8JS', code: null });
      const result = codes[verdict];
      const graded = (done: number) =>
        Array.from({ length: done }, (_, at) => ({
          ...({ case_id: at + 1, status: at + 1 < cases ? 'AC' : result, batch: null } as const),
          time: 0.003,
          memory: 800,
          points: 1,
          total: 1,
        }));
      play.course(course, (done) =>
        site.change(one, {
          ...(done < cases ? { status: 'G' } : { status: result === 'IE' ? 'IE' : 'D', result, points: 10 }),
          time: done < cases ? null : mark / 1000,
          cases: graded(done),
        }),
      );
      return { id: String(one.id), final: { status: result, score: 10, time: mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startCodeforces(seed: number): Promise<Started> {
  const site = await startLocalCodeforces({ compilers: false, seed });
  const play = new Player();
  const codes: Codes<CodeforcesVerdict> = {
    accepted: 'OK',
    wrongAnswer: 'WRONG_ANSWER',
    timeLimit: 'TIME_LIMIT_EXCEEDED',
    runtimeError: 'RUNTIME_ERROR',
    invalid: 'FAILED',
  };
  return {
    description: { type: 'codeforces', url: `${site.url}/api`, handle: 'tourist' },
    secret: null,
    standIn: site,
    begin: (course) => {
      const { cases, mark } = course;
      const one = site.submit({ index: 'A', language: 'Node.js', code: null });
      const verdict = codes[course.verdict];
      play.course(course, (done) =>
        site.change(one, {
          verdict: done < cases ? 'TESTING' : verdict,
          passedTestCount: done < cases || verdict === 'OK' ? done : done - 1,
          timeConsumedMillis: mark,
        }),
      );
      return { id: String(one.id), final: { status: verdict, score: null, time: mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startYandexContest(seed: number): Promise<Started> {
  const site = await startYandexContestStandIn({ seed });
  const play = new Player();
  const outcomes: Codes<YandexOutcome> = {
    accepted: 'accepted',
    wrongAnswer: 'wrongAnswer',
    timeLimit: 'timeLimit',
    runtimeError: 'runtimeError',
    invalid: 'systemFailure',
  };
  const codes: Codes<string> = {
    accepted: 'OK',
    wrongAnswer: 'WrongAnswer',
    timeLimit: 'TimeLimitExceeded',
    runtimeError: 'RuntimeError',
    invalid: 'Crash',
  };
  let begun = 0;
  return {
    description: { type: 'yandex-contest', url: site.apiUrl, contest: site.contestId },
    secret: site.token,
    standIn: site,
    begin: (course) => {
      const { cases, mark, verdict } = course;
      begun += 1;
      const id = site.begin(`// ${begun}`);
      play.course(course, (done) =>
        done < cases ? site.test(id, done) : site.finish(id, outcomes[verdict], mark),
      );
      return { id: String(id), final: { status: codes[verdict], score: null, time: mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startJudge(name: 'ejudge' | 'omegaup', seed: number): Promise<Started> {
  const site = await startLocalJudge(name, { seed });
  const play = new Player();
  return {
    description: site.description,
    secret: site.secret,
    standIn: site,
    begin: (course) => {
      const { cases, mark: time, verdict: end } = course;
      const run = site.submit({ cases, end, time });
      play.course(course, (done) => (run.done = done));
      // ejudge doesn’t report the time of a run; omegaUp reports a share of the problem as its score
      const figures = name === 'ejudge' ? { score: null, time: null } : { score: 0, time };
      const score = name === 'omegaup' && end === 'accepted' ? 100 : figures.score;
      return { id: run.id, final: { ...figures, status: site.codeOf(end), score } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startCses(seed: number): Promise<Started> {
  const site = await startCsesStandIn({ seed });
  const play = new Player();
  const codes: Codes<string> = {
    accepted: 'ACCEPTED',
    wrongAnswer: 'WRONG ANSWER',
    timeLimit: 'TIME LIMIT EXCEEDED',
    runtimeError: 'RUNTIME ERROR',
    invalid: 'UNKNOWN',
  };
  return {
    description: { type: 'cses', url: site.apiUrl },
    secret: null,
    confirm: () => site.confirmSignIn(),
    standIn: site,
    begin: (course) => {
      const { cases, mark, verdict } = course;
      const id = site.addSubmission();
      const status = codes[verdict];
      play.course(course, (done) => {
        if (done < cases) site.test(id, done, cases);
        else site.finishWith(id, status, mark);
        // a window has several long polls at the same time
        site.endPolls();
      });
      return { id: String(id), final: { status, score: null, time: mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startEolymp(seed: number): Promise<Started> {
  const site = await startEolympStandIn({ seed });
  const play = new Player();
  const ends: Codes<readonly [outcome: EolympOutcome, status: string, score: number]> = {
    accepted: ['accepted', 'ACCEPTED', 100],
    wrongAnswer: ['wrongAnswer', 'WRONG_ANSWER', 0],
    timeLimit: ['timeLimit', 'TIME_LIMIT_EXCEEDED', 0],
    runtimeError: ['runtimeError', 'RUNTIME_ERROR', 0],
    invalid: ['systemFailure', 'FAILURE', 0],
  };
  return {
    description: { type: 'eolymp', url: site.url },
    secret: site.token,
    standIn: site,
    begin: (course) => {
      const { cases, mark } = course;
      const [outcome, status, score] = ends[course.verdict];
      const id = site.submitInBrowser('//');
      play.course(course, (done) => {
        if (done < cases) site.progress(id, 'TESTING');
        else site.finish(id, outcome, mark);
      });
      return { id, final: { status, score, time: outcome === 'systemFailure' ? null : mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

async function startCms(seed: number): Promise<Started> {
  const site = await startCmsStandIn({ seed });
  const play = new Player();
  const { username, password } = site.user;
  // CMS has no verdicts, so the outcomes for which it sends different figures are chosen
  const ends: Codes<readonly [outcome: CmsOutcome, status: string | number, score: number | null]> = {
    accepted: ['accepted', 'AC', 100],
    wrongAnswer: ['wrongAnswer', 'WA', 0],
    timeLimit: ['timeLimit', 'WA', 0],
    runtimeError: ['partial', 'PART', 40],
    invalid: ['compileError', 2, null],
  };
  return {
    description: { type: 'cms', url: site.contestUrl },
    secret: password,
    login: { username, path: '/api/login', sessions: () => site.signedValues },
    contestPath: '/api/task_list',
    standIn: site,
    begin: (course) => {
      const { cases, mark } = course;
      const [outcome, status, score] = ends[course.verdict];
      const id = site.submitElsewhere('compiling');
      play.course(course, (done) => {
        if (done < cases) site.progress(id, done === 0 ? 'compiling' : 'evaluating');
        else site.finish(id, outcome, mark);
      });
      return { id, final: { status, score, time: outcome === 'compileError' ? null : mark } };
    },
    stop: () => (play.stop(), site.stop()),
  };
}

/** Runs the stages of submissions with timers. */
class Player {
  private readonly timers = new Set<NodeJS.Timeout>();

  /** Calls `advance` when so many cases are done. */
  course({ stages }: Course, advance: (done: number) => void): void {
    let at = 0;
    for (const { done, forMs } of stages) {
      if (done !== 'queued') this.timers.add(setTimeout(() => advance(done), at));
      at += forMs;
    }
  }

  stop(): void {
    this.timers.forEach(clearTimeout);
  }
}
