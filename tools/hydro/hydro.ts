import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { judge } from '../service/judging/judge';
import { languageOf } from '../service/judging/languages';
import { Queue } from '../service/judging/queue';
import { findToolchain, noCompilers, type Toolchain } from '../service/judging/toolchain';
import { problems } from '../service/problems';
import { listen, type HydroServer } from './server';
import { noOddities } from './oddities';
import { isFinal, newObjectId, type HydroRecord } from './records';
import { languages, type HydroSite, type HydroSubmission, type HydroUser, type LoggedRequest } from './site';
import { RecordSockets } from './sockets';

export interface HydroOptions {
  readonly port?: number;
  /** ms that are waited before each case, so that a person can watch */
  readonly pace?: number;
  readonly english?: boolean;
  readonly compilers?: boolean;
}

/**
 * A site of Hydro, as far as a client sees one: sign-in, problems, submission, records and their sockets. It judges
 * with the local judging service's own runner, and like that one it is NOT a sandbox.
 */
export class LocalHydro implements HydroSite {
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
  readonly log: LoggedRequest[] = [];
  private readonly queue = new Queue(1);
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private server: HydroServer | null = null;
  private directory = '';
  private tools: Toolchain = noCompilers;

  constructor(private readonly options: HydroOptions = {}) {}

  async start(): Promise<void> {
    this.directory = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-hydro-')));
    if (this.options.compilers !== false) {
      this.tools = await findToolchain(this.directory, this.options.english ?? false);
    }
    this.server = await listen(this, this.options.port ?? 0);
  }

  get origin(): string {
    if (!this.server) throw new Error('the site is not running');
    return `http://127.0.0.1:${this.server.port}`;
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

  /** Ends every session, as when they have expired. */
  endSessions(): void {
    this.sessions.clear();
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
    this.records.set(record.rid, record);
    this.enqueue(record);
    return record;
  }

  /** Judges a record again: it is waiting, and everything of its result is reset. */
  rejudge(rid: string): void {
    const record = this.records.get(rid);
    if (!record) throw new Error(`there is no record ${rid}`);
    Object.assign(record, { state: null, phase: 0, rejudged: true, judgedAt: null });
    this.enqueue(record);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    this.sockets.close();
    await this.server?.close();
    await Promise.all(this.running);
    this.server = null;
    await fs.rm(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private enqueue(record: HydroRecord): void {
    this.sockets.changed(record);
    const done = this.queue
      .run(() => this.judge(record))
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted) throw error;
      });
    this.running.add(done);
    void done.finally(() => this.running.delete(done));
  }

  private async judge(record: HydroRecord): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    const language = languageOf(languages[record.lang]?.[1] ?? '', this.tools);
    if (typeof language === 'string') throw new Error(language);
    this.advance(record, { phase: 22 });
    this.advance(record, { phase: 21 });
    const job = {
      id: record.docId,
      problem: record.problem,
      language,
      code: record.code,
      o2: record.lang.endsWith('o2'),
    };
    const around = {
      tools: this.tools,
      directory: this.directory,
      pace: this.options.pace ?? 0,
      stopping: signal,
    };
    await judge(job, around, (state) => {
      // what the compiler said comes while Hydro still calls it compiling
      this.advance(record, { state, phase: state.judge ? 20 : 21 });
    });
  }

  private advance(record: HydroRecord, change: Partial<Pick<HydroRecord, 'state' | 'phase'>>): void {
    Object.assign(record, change);
    if (isFinal(record)) record.judgedAt = new Date().toISOString();
    this.sockets.changed(record);
  }
}

/** Starts a site on loopback. Close it when done. */
export async function startLocalHydro(options: HydroOptions = {}): Promise<LocalHydro> {
  const site = new LocalHydro(options);
  await site.start();
  return site;
}
