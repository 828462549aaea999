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
import { compareLines } from './checker';
import { noOddities } from './oddities';
import { isFinal, newObjectId, type HydroRecord } from './records';
import { languages, type HydroSite, type HydroSubmission, type HydroUser } from './site';
import { RecordSockets } from './sockets';

/**
 * Stand-in for a Hydro site, with the parts that a client uses: sign-in, problems, submissions, records, and record
 * sockets. It uses the local judge's worker, and isn't a sandbox either.
 */
export class LocalHydro extends StandIn implements HydroSite {
  readonly users: readonly HydroUser[] = [
    { uid: 2, uname: 'root', password: randomBytes(16).toString('hex') },
    { uid: 3, uname: 'alice', password: randomBytes(16).toString('hex') },
    { uid: 4, uname: 'bob', password: randomBytes(16).toString('hex') },
  ];
  readonly isEnglish: boolean;
  readonly oddities = noOddities();
  /** Users by session ID. */
  readonly sessions = new Map<string, HydroUser>();
  readonly records = new Map<string, HydroRecord>();
  readonly sockets: RecordSockets = new RecordSockets(this);
  /** Callbacks that wait for the result of a record, by record ID. */
  private readonly waiting = new Map<string, ((state: JudgingState) => void)[]>();

  constructor({ port, ...options }: StandInOptions = {}) {
    super('hydro', port, options);
    this.isEnglish = options.english === true;
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

  /** Ends every session, as if it had expired. */
  endSessions(): void {
    this.sessions.clear();
  }

  /** Pauses the worker. Returns a function that resumes it. */
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

  /** Adds a program to the queue. */
  submit(user: HydroUser, submission: HydroSubmission): HydroRecord {
    const { domain = 'system', pid, lang, code, contest = null, input = null } = submission;
    const known = [...problems.values()];
    const problem = known.find((candidate, index) => candidate.id === pid || String(index + 1) === pid);
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
    // Users can submit to a contest only after they have opened its problems.
    if (contest !== null && !this.oddities.opened.has(contest)) this.oddities.opened.set(contest, Date.now());
    this.records.set(record.rid, record);
    this.enqueue(record);
    return record;
  }

  /** Resolves to the result of a record when it is final. */
  judged(record: HydroRecord): Promise<JudgingState> {
    const { state } = record;
    if (state && isFinal(record)) return Promise.resolve(state);
    return new Promise((resolve) => {
      const waiting = this.waiting.get(record.rid) ?? [];
      this.waiting.set(record.rid, [...waiting, resolve]);
    });
  }

  /** Judges a record again. First removes its result, and sets its state to waiting. */
  rejudge(rid: string): void {
    const record = this.records.get(rid);
    if (!record) throw new Error(`there is no record ${rid}`);
    Object.assign(record, { state: null, phase: 0, rejudged: true, judgedAt: null });
    this.enqueue(record);
  }

  /** Changes the state of a record. Called while it is judged, and by tests. */
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
      ...(record.input === null
        ? { problem: record.problem, check: compareLines }
        : selfTest(record.problem, record.input)),
      language,
      code: record.code,
      o2: record.lang.endsWith('o2'),
    };
    await judge(job, around, (state) => {
      // Hydro still reports “compiling” when the compiler output is already available.
      this.advance(record, { state, phase: state.judge ? 20 : 21 });
    });
  }

  /** Sends the record to all sockets that follow it, subject to misbehavior rules. */
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

/**
 * Returns a problem and a checker for a self-test. Each input gives one point if the program ends without an error. The
 * case's message is the output.
 */
function selfTest(problem: Problem, inputs: readonly string[]): { problem: Problem; check: Check } {
  const cases = inputs.map((input) => ({ input, answer: '' }));
  return {
    problem: { ...problem, subtasks: () => [{ score: inputs.length, scoring: 'sum', cases }] },
    check: (output) => ({ verdict: 'accepted', description: output }),
  };
}

/** Returns the result of a record that couldn't be judged. */
function systemError(id: number): JudgingState {
  return {
    compile: { success: true, message: '', opt2: false },
    judge: { id, verdict: 'invalid', score: 0, time: 0, memory: 0, cases: [] },
    subtasks: [],
  };
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalHydro(options: StandInOptions = {}): Promise<LocalHydro> {
  const site = new LocalHydro(options);
  await site.start();
  return site;
}
