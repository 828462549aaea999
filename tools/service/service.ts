import type { Server } from 'node:http';
import { Apps, type App } from './apps';
import { listen, type RunningServer } from './http/server';
import { RequestLog } from './log';
import { chanceFrom, MisbehaviourRules, type Misbehaviour, type MisbehaviourRule } from './misbehaviour';
import { loopbackAddress, postCallback, type CallbackOptions } from './push/callback';
import { SocketHub } from './push/socketHub';
import { Submissions, type LiveRequest, type Submission } from './submissions';
import type { Toolchain } from './judging/toolchain';
import type { WorkerOptions } from './judging/worker';
import type { Fields } from './http/bodies';
import { ScriptedRequest, type JudgeRequest, type Step } from './requests';
import { roles, type Role, type RoleName } from './roles';
import type { Backend } from './routes';

export interface LocalServiceOptions extends WorkerOptions {
  /** which service it plays; `luogu` without it */
  readonly role?: RoleName;
  /** without it, a free one */
  readonly port?: number;
  /** judging points of the first app */
  readonly points?: number;
  /** whether a partial result lists all cases, the unfinished ones as waiting or judging, or only those done */
  readonly listing?: 'all' | 'done';
  /** milliseconds between two PINGs on a WebSocket */
  readonly pingInterval?: number;
  /** for misbehaviour by chance */
  readonly seed?: number;
  /** whether partial results are pushed, too */
  readonly pushPartials?: boolean;
  /**
   * Results and their push need no token; submission does. For a window that forgets its credentials
   * whenever it is loaded again, as those of the headless VS Code do. Settings in the custom role only.
   */
  readonly openResults?: boolean;
}

/** A submission that was accepted. */
export interface Accepted {
  readonly requestId: string;
  /** the envelope of the finished judging */
  readonly done: Promise<unknown>;
}

/** What the local service is called in the settings. */
export const localName = 'Local Judge';

/** A local judging service; `startLocalService` makes one. */
export class LocalService {
  readonly role: Role;
  readonly log = new RequestLog();
  /** the fields of every submission that was accepted, as they came */
  readonly handedIn: Fields[] = [];
  listing: 'all' | 'done';
  /** the first app: its token is the service's */
  readonly app: App;
  private readonly apps = new Apps();
  private readonly rules: MisbehaviourRules;
  private readonly sockets: SocketHub;
  private readonly submissions: Submissions;
  private readonly requests = new Map<string, JudgeRequest>();
  private readonly pushed = new Map<string, unknown>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private callbackUrl: string | null = null;
  private server: RunningServer | null = null;

  constructor(private readonly options: LocalServiceOptions) {
    this.role = roles[options.role ?? 'luogu'];
    this.listing = options.listing ?? 'done';
    this.rules = new MisbehaviourRules(chanceFrom(options.seed ?? 1));
    this.sockets = new SocketHub(this.role, options.pingInterval ?? 30_000);
    this.app = this.apps.add(options.points ?? 30_000);
    this.submissions = new Submissions({
      ...options,
      role: this.role,
      listing: () => this.listing,
      progress: (request, envelope, final) => this.progressed(request, envelope, final),
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

  /** For who watches what comes in. */
  get httpServer(): Server {
    if (!this.server) throw new Error('The local service isn’t running.');
    return this.server.http;
  }

  get token(): string {
    return this.app.token;
  }

  /** Headers with which a client shows the token. */
  get credentials(): Readonly<Record<string, string>> {
    return this.role.authentication === 'basic'
      ? { Authorization: `Basic ${Buffer.from(this.token).toString('base64')}` }
      : { [this.role.credentialHeader]: this.token };
  }

  /** The extension's settings for this service, without the `judgeResults.` before them. */
  get settings(): { readonly services: Readonly<Record<string, unknown>>; readonly service: string } {
    return { services: { [localName]: this.description }, service: localName };
  }

  /** What the setting `services` says of it. */
  get description(): Readonly<Record<string, unknown>> {
    const described = this.role.description(this.origin);
    if (!this.options.openResults) return described;
    const { push, ...rest } = described;
    const open = { authentication: { scheme: 'none' } };
    return typeof push === 'object'
      ? { ...rest, ...open, push: { ...push, authentication: 'none' } }
      : { ...rest, ...open };
  }

  /** One more app with a token of its own: what others submitted is refused to it with 403. */
  addApp(points = 30_000): App {
    return this.apps.add(points);
  }

  /** Submits a program, as `POST /judge/problem` does. `done` resolves when it is judged. Throws a `Refusal`. */
  submit(submission: Submission, app: App = this.app): Promise<Accepted> {
    return this.accept(app, { ...submission });
  }

  /** What this machine can compile with. */
  toolchain(): Promise<Toolchain> {
    return this.submissions.toolchain();
  }

  /** Answers an ID by a list of steps, whoever asks (or only `owner`); a script for a known ID replaces it. */
  script(id: string, steps: readonly Step[], owner: App | null = null): void {
    this.requests.set(id, new ScriptedRequest(id, steps, owner));
  }

  /**
   * Plays a judging: answers an ID by steps that each last `forMs`, the last one for ever, and pushes each body when
   * its turn comes.
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

  /** Forgets an ID: from now on it is unknown. */
  forget(id: string): void {
    this.requests.delete(id);
  }

  misbehave(rule: MisbehaviourRule): () => void {
    return this.rules.add(rule);
  }

  /** Takes all misbehaviour back. */
  behave(): void {
    this.rules.clear();
  }

  /** Sends an envelope through the WebSockets and to the callback address, as misbehaviour lets it. */
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
      if (this.callbackUrl !== null) void this.callBack(frame);
    }
  }

  pushFrame(frame: string | Buffer): number {
    return this.sockets.send(frame);
  }

  /** Posts an envelope to the callback address and tells the status answered; null where nothing answered. */
  async callBack(
    envelope: unknown,
    options: CallbackOptions & { readonly url?: string } = {},
  ): Promise<number | null> {
    const url = options.url ?? this.callbackUrl;
    if (url === null) throw new Error('No callback address.');
    const status = await postCallback(this.role, this.token, url, envelope, options);
    this.log.sent('callback', requestIdOf(envelope), status);
    return status;
  }

  /** Throws a `Refusal` for an address that isn't this machine's. */
  callBackTo(url: string | null): void {
    if (url !== null) loopbackAddress(url);
    this.callbackUrl = url;
  }

  dropSockets(code?: number): number {
    return this.sockets.drop(code);
  }

  get socketCount(): number {
    return this.sockets.count();
  }

  /** How often each kind of misbehaviour has happened. */
  get misbehaved(): ReadonlyMap<Misbehaviour['kind'], number> {
    return this.rules.happened;
  }

  /** TCP connections that are open now, of every kind. */
  async connectionCount(): Promise<number> {
    return (await this.server?.connections()) ?? 0;
  }

  setQuota(points: number): void {
    this.app.quota.set(points);
  }

  setListing(listing: 'all' | 'done'): void {
    this.listing = listing;
  }

  entries(): RequestLog['entries'] {
    return this.log.entries;
  }

  clearLog(): void {
    this.log.clear();
  }

  state(): Record<string, unknown> {
    return { role: this.role.name, sockets: this.sockets.count(), points: this.app.quota.available };
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
    this.handedIn.push(fields);
    return { requestId: request.id, done: done.then(() => request.envelope()) };
  }

  private progressed(request: LiveRequest, envelope: unknown, final: boolean): void {
    if (final || this.options.pushPartials !== false) this.push(envelope, request.owner);
  }
}

/** Starts a service on loopback. Close it when done. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const service = new LocalService(options);
  await service.start();
  return service;
}

function requestIdOf(envelope: unknown): string | null {
  if (typeof envelope !== 'object' || envelope === null || !('requestId' in envelope)) return null;
  return typeof envelope.requestId === 'string' ? envelope.requestId : null;
}
