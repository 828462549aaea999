import type { Server } from 'node:http';
import { Apps, type App } from './apps';
import { listen, type RunningServer } from './http/server';
import { RequestLog } from './log';
import { chanceFrom, MisbehaviourRules, type Misbehaviour, type MisbehaviourRule } from './misbehaviour';
import { postCallback, type CallbackOptions } from './push/callback';
import { SocketHub } from './push/socketHub';
import { Submissions, type Submission } from './submissions';
import type { Toolchain } from './judging/toolchain';
import type { WorkerOptions } from './judging/worker';
import type { Fields } from './http/bodies';
import { ScriptedRequest, type JudgeRequest, type Step } from './requests';
import { roles, type Role, type RoleName } from './simulatedServices';
import type { Backend } from './routes';

export interface LocalServiceOptions extends WorkerOptions {
  /** The simulated service; default: `luogu`. */
  readonly role?: RoleName;
  /** Port to listen on; absent: a free port. */
  readonly port?: number;
  /** Judging points of the first app; default: 30,000. */
  readonly points?: number;
  /**
   * Whether a partial result lists all cases, with unfinished ones as waiting or running, or only the finished ones.
   */
  readonly listing?: 'all' | 'done';
  /** Time between two PING frames on a WebSocket, ms. */
  readonly pingInterval?: number;
  /** Seed for random misbehavior. */
  readonly seed?: number;
  /**
   * Whether reading and pushing results requires no token. Submitting still does. Used for windows that lose their
   * credentials at each reload, such as those of headless VS Code. Affects `settings` in the custom role only.
   */
  readonly openResults?: boolean;
}

/** An accepted submission. */
export interface Accepted {
  readonly requestId: string;
  /** Resolves to the envelope of the final result. */
  readonly done: Promise<unknown>;
}

/** ID of the local judge in the settings. */
export const localName = 'Local Judge';

/** The local judge. Created by `startLocalService`. */
export class LocalService {
  readonly role: Role;
  readonly log = new RequestLog();
  /** The fields of all accepted submissions, as received. */
  readonly acceptedSubmissions: Fields[] = [];
  /** The first app. Its token is the token of the service. */
  readonly app: App;
  private readonly apps = new Apps();
  private readonly rules: MisbehaviourRules;
  private readonly sockets: SocketHub;
  private readonly submissions: Submissions;
  private readonly requests = new Map<string, JudgeRequest>();
  private readonly pushed = new Map<string, unknown>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private server: RunningServer | null = null;

  constructor(private readonly options: LocalServiceOptions) {
    this.role = roles[options.role ?? 'luogu'];
    this.rules = new MisbehaviourRules(chanceFrom(options.seed ?? 1));
    this.sockets = new SocketHub(this.role, options.pingInterval ?? 30_000);
    this.app = this.apps.add(options.points ?? 30_000);
    this.submissions = new Submissions({
      ...options,
      role: this.role,
      listing: options.listing ?? 'done',
      progress: (request, envelope) => this.push(envelope, request.owner),
    });
  }

  async start(): Promise<void> {
    const backend: Backend = {
      find: (id) => this.requests.get(id) ?? null,
      submit: async (app, fields) => ({ requestId: (await this.accept(app, fields)).requestId }),
    };
    const { role, apps, log, rules, sockets } = this;
    const open = this.options.openResults ? this.app : null;
    this.server = await listen({ role, apps, log, rules, sockets, backend, open }, this.options.port ?? 0);
  }

  /** `http://127.0.0.1:<port>` */
  get origin(): string {
    if (!this.server) throw new Error('The local service isn’t running.');
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** The HTTP server, for observing incoming requests. */
  get httpServer(): Server {
    if (!this.server) throw new Error('The local service isn’t running.');
    return this.server.http;
  }

  get token(): string {
    return this.app.token;
  }

  /** Headers with the token for a client's request. */
  get credentials(): Readonly<Record<string, string>> {
    return this.role.authentication === 'basic'
      ? { Authorization: `Basic ${Buffer.from(this.token).toString('base64')}` }
      : { [this.role.credentialHeader]: this.token };
  }

  /** The extension's settings for this service, without the prefix `judgeResults.`. */
  get settings(): { readonly services: Readonly<Record<string, unknown>>; readonly service: string } {
    return { services: { [localName]: this.description }, service: localName };
  }

  /** Entry for this service in the setting `services`. */
  get description(): Readonly<Record<string, unknown>> {
    const described = this.role.description(this.origin);
    if (!this.options.openResults) return described;
    const { push, ...rest } = described;
    const open = { authentication: { scheme: 'none' } };
    return typeof push === 'object'
      ? { ...rest, ...open, push: { ...push, authentication: 'none' } }
      : { ...rest, ...open };
  }

  /** Adds an app with its own token. It can't read the results of other apps: the service responds with 403. */
  addApp(points = 30_000): App {
    return this.apps.add(points);
  }

  /** Submits a program, like `POST /judge/problem`. Rejects with a `Refusal` if it isn't accepted. */
  submit(submission: Submission, app: App = this.app): Promise<Accepted> {
    return this.accept(app, { ...submission });
  }

  /** Returns the compilers of this computer. */
  toolchain(): Promise<Toolchain> {
    return this.submissions.toolchain();
  }

  /**
   * Answers requests for an ID with a list of steps. Only `owner` may read the responses; null: every app may. Replaces
   * an earlier script for the same ID.
   */
  script(id: string, steps: readonly Step[], owner: App | null = null): void {
    this.requests.set(id, new ScriptedRequest(id, steps, owner));
  }

  /**
   * Simulates a submission in progress: answers requests for an ID with steps that each last `forMs` ms (the last one
   * forever), and pushes the body of each step when it begins.
   */
  play(id: string, steps: readonly (Step & { readonly forMs: number })[], owner: App | null = null): void {
    this.script(id, steps, owner);
    let at = 0;
    for (const { forMs, body } of steps) {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        if (body !== undefined) this.push(body, owner);
      }, at);
      this.timers.add(timer);
      at += forMs;
    }
  }

  misbehave(rule: MisbehaviourRule): () => void {
    return this.rules.add(rule);
  }

  /** Removes all rules for misbehavior. */
  behave(): void {
    this.rules.clear();
  }

  /** Sends an envelope over the WebSockets, subject to misbehavior rules. */
  push(envelope: unknown, app: App | null = null): void {
    const id = requestIdOf(envelope);
    const wrong = this.rules.forPush(id)?.kind;
    if (wrong === 'losePush') return;
    if (wrong === 'dropSocket') {
      this.sockets.drop();
      return;
    }
    const first = id === null ? undefined : this.pushed.get(id);
    if (id !== null && first === undefined) this.pushed.set(id, envelope);
    const frames = [envelope];
    if (wrong === 'duplicatePush') frames.push(envelope);
    if (wrong === 'stalePush' && first !== undefined) frames.push(first);
    for (const frame of frames) {
      if (this.sockets.push(frame, app) > 0) this.log.sent('frame', id, null);
    }
  }

  /**
   * Posts an envelope to a callback URL. Resolves to the status of the response; null: none. Throws a `Refusal` if the
   * URL isn't on this computer.
   */
  async callBack(
    envelope: unknown,
    options: CallbackOptions & { readonly url: string },
  ): Promise<number | null> {
    const status = await postCallback(this.role, this.token, options.url, envelope, options);
    this.log.sent('callback', requestIdOf(envelope), status);
    return status;
  }

  dropSockets(code?: number): number {
    return this.sockets.drop(code);
  }

  get socketCount(): number {
    return this.sockets.count();
  }

  /** Number of occurrences of each kind of misbehavior. */
  get misbehaved(): ReadonlyMap<Misbehaviour['kind'], number> {
    return this.rules.happened;
  }

  /** Returns the number of open TCP connections of all kinds. */
  async connectionCount(): Promise<number> {
    return (await this.server?.connections()) ?? 0;
  }

  setQuota(points: number): void {
    this.app.quota.set(points);
  }

  entries(): RequestLog['entries'] {
    return this.log.entries;
  }

  clearLog(): void {
    this.log.clear();
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    this.sockets.close();
    await this.server?.close();
    await this.submissions.close();
    this.server = null;
  }

  private async accept(app: App, fields: Fields): Promise<Accepted> {
    const { request, done } = await this.submissions.submit(app, fields);
    this.requests.set(request.id, request);
    this.acceptedSubmissions.push(fields);
    return { requestId: request.id, done: done.then(() => request.envelope()) };
  }
}

/** Starts the local judge on the loopback interface. The caller must close it. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const service = new LocalService(options);
  await service.start();
  return service;
}

function requestIdOf(envelope: unknown): string | null {
  if (typeof envelope !== 'object' || envelope === null || !('requestId' in envelope)) return null;
  return typeof envelope.requestId === 'string' ? envelope.requestId : null;
}
