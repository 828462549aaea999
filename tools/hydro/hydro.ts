import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reply } from '../service/http/reply';
import { judge, type Check, type Surroundings } from '../service/judging/judge';
import { languageOf } from '../service/judging/languages';
import type { JudgingState } from '../service/judging/state';
import { problems } from '../service/problems';
import type { Problem } from '../service/problems/problem';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { answer, userOf } from './answer';
import { noOddities } from './oddities';
import { isFinal, newObjectId, type HydroRecord } from './records';
import { languages, type HydroSite, type HydroSubmission, type HydroUser } from './site';
import { RecordSockets } from './sockets';

/**
 * A site of Hydro, as far as a client sees one: sign-in, problems, submission, records and their sockets. It judges
 * with the local judging service's own worker, and like that one it is NOT a sandbox.
 */
export class LocalHydro extends StandIn implements HydroSite {
  readonly users: readonly HydroUser[] = [
    { uid: 2, uname: 'root', password: randomBytes(16).toString('hex') },
    { uid: 3, uname: 'alice', password: randomBytes(16).toString('hex') },
    { uid: 4, uname: 'bob', password: randomBytes(16).toString('hex') },
  ];
  readonly oddities = noOddities();
  /** session → user */
  readonly sessions = new Map<string, HydroUser>();
  readonly records = new Map<string, HydroRecord>();
  readonly sockets: RecordSockets = new RecordSockets(this);
  /** who waits for a record's end */
  private readonly waiting = new Map<string, ((state: JudgingState) => void)[]>();

  constructor({ port, ...options }: StandInOptions = {}) {
    super('hydro', port, options);
  }

  get alice(): HydroUser {
    const [, alice] = this.users;
    if (!alice) throw new Error('there is no alice');
    return alice;
  }

  signIn(user: HydroUser): string {
    const sid = randomBytes(24).toString('base64url');
    this.sessions.set(sid, user);
    return sid;
  }

  signOut(sid: string): void {
    this.sessions.delete(sid);
  }

  /** Ends every session, as when they have expired. */
  endSessions(): void {
    this.sessions.clear();
  }

  /** Nothing more is judged until the function that it returns is called. */
  hold(): () => void {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    void this.worker.run(
      ({ stopping }) => {
        stopping.addEventListener('abort', release, { once: true });
        return held;
      },
      () => undefined,
    );
    return release;
  }

  /** Takes a program and has it judged. */
  submit(user: HydroUser, submission: HydroSubmission): HydroRecord {
    const { domain = 'system', pid, lang, code, contest = null, input = null } = submission;
    const known = [...problems.values()];
    const problem = known.find((one, index) => one.id === pid || String(index + 1) === pid);
    if (!problem) throw new Error(`there is no problem ${pid}`);
    const record: HydroRecord = {
      rid: newObjectId(),
      uid: user.uid,
      domain,
      problem,
      docId: known.indexOf(problem) + 1,
      lang,
      code: code.replaceAll('\r\n', '\n'),
      contest,
      rule: contest === null ? null : (this.oddities.contests.get(contest) ?? null),
      input,
      state: null,
      phase: 0,
      rejudged: false,
      judgedAt: null,
    };
    // nobody can submit to a contest without having opened its problems
    if (contest !== null && !this.oddities.opened.has(contest)) this.oddities.opened.set(contest, Date.now());
    this.records.set(record.rid, record);
    this.enqueue(record);
    return record;
  }

  /** The record's end. */
  judged(record: HydroRecord): Promise<JudgingState> {
    const { state } = record;
    if (state && isFinal(record)) return Promise.resolve(state);
    return new Promise((resolve) => {
      const waiting = this.waiting.get(record.rid) ?? [];
      this.waiting.set(record.rid, [...waiting, resolve]);
    });
  }

  /** Judges a record again: it is waiting, and everything of its result is reset. */
  rejudge(rid: string): void {
    const record = this.records.get(rid);
    if (!record) throw new Error(`there is no record ${rid}`);
    Object.assign(record, { state: null, phase: 0, rejudged: true, judgedAt: null });
    this.enqueue(record);
  }

  /** Puts a record where its judging leads it, or a test. */
  advance(record: HydroRecord, change: Partial<Pick<HydroRecord, 'state' | 'phase'>>): void {
    Object.assign(record, change);
    const { state } = record;
    const isEnd = state !== null && isFinal(record);
    if (isEnd) record.judgedAt = new Date().toISOString();
    this.tell(record);
    if (!isEnd) return;
    this.waiting.get(record.rid)?.forEach((resolve) => resolve(state));
    this.waiting.delete(record.rid);
  }

  override async stop(): Promise<void> {
    this.sockets.close();
    await super.stop();
  }

  protected override answer(request: IncomingMessage, url: URL): Promise<Reply> {
    return answer(this, request, url);
  }

  protected override letsIn(request: IncomingMessage, url: URL): boolean {
    return userOf(this, request, url) !== null;
  }

  protected override upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, url: URL): void {
    if (this.oddities.noSockets) super.upgrade(request, stream, head, url);
    else this.sockets.accept(request, stream, head, userOf(this, request, url), url);
  }

  private enqueue(record: HydroRecord): void {
    this.tell(record);
    void this.worker.run(
      (around) => this.judge(record, around),
      () => this.advance(record, { state: systemError(record.docId) }),
    );
  }

  private async judge(record: HydroRecord, around: Surroundings): Promise<void> {
    const language = languageOf(languages[record.lang]?.[1] ?? '', around.tools);
    if (typeof language === 'string') throw new Error(language);
    this.advance(record, { phase: 22 });
    this.advance(record, { phase: 21 });
    const job = {
      id: record.docId,
      ...(record.input === null ? { problem: record.problem } : selfTest(record.problem, record.input)),
      language,
      code: record.code,
      o2: record.lang.endsWith('o2'),
    };
    await judge(job, around, (state) => {
      // what the compiler said comes while Hydro still calls it compiling
      this.advance(record, { state, phase: state.judge ? 20 : 21 });
    });
  }

  /** Tells who follows a record how it is, as misbehavior lets it. */
  private tell(record: HydroRecord): void {
    const wrong = this.rules.forPush(record.rid)?.kind;
    if (wrong === 'losePush') return;
    if (wrong === 'dropSocket') {
      this.sockets.drop();
      return;
    }
    this.sockets.changed(record);
    if (wrong === 'duplicatePush') this.sockets.changed(record);
  }
}

/** A program that is run with inputs of one's own: whatever it writes is said, one point for each that ran. */
function selfTest(problem: Problem, inputs: readonly string[]): { problem: Problem; check: Check } {
  const cases = inputs.map((input) => ({ input, answer: '' }));
  return {
    problem: { ...problem, subtasks: () => [{ score: inputs.length, scoring: 'sum', cases }] },
    check: (output) => ({ verdict: 'accepted', description: output }),
  };
}

/** What is left of a judging that the site itself could not do. */
function systemError(id: number): JudgingState {
  return {
    compile: { success: true, message: '', opt2: false },
    judge: { id, verdict: 'invalid', score: 0, time: 0, memory: 0, cases: [] },
    subtasks: [],
  };
}

/** Starts a site on loopback. Stop it when done. */
export async function startLocalHydro(options: StandInOptions = {}): Promise<LocalHydro> {
  const site = new LocalHydro(options);
  await site.start();
  return site;
}
