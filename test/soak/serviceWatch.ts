import type { IncomingMessage } from 'node:http';
import type { Lab } from './lab';
import { extensionHosts, ownerOfPort } from './processes';
import { isFollowUp, type JudgedService } from './services';

interface Ask {
  readonly service: string;
  /** path and query */
  readonly url: string;
  readonly at: number;
  /** The same request was already in flight. Follow-ups don’t count. */
  readonly isTwice: boolean;
  /** Another running extension host sent the same request immediately before. Follow-ups don’t count. */
  readonly isSoonByAnother: boolean;
  /** the extension host that sent it; null if the connection was closed too early to determine it */
  readonly by: number | null;
  /** status of the response, or `closed` */
  outcome: string | null;
  /** time until the response, ms; null if there is none yet */
  took: number | null;
}

/** Requests that one judge received. */
export interface ServiceTraffic {
  /** number of requests */
  readonly asks: number;
  /** requests that arrived while the same one was in flight, as text */
  readonly twiceAtOnce: readonly string[];
  /** requests that several extension hosts sent, as text */
  readonly byMany: readonly string[];
  /** requests that another running window sent immediately before, as text */
  readonly soonByAnother: readonly string[];
  /** maximum number of simultaneous push sockets */
  readonly sockets: number;
  /** requests with a missing or misplaced credential, as text without the credential */
  readonly misplaced: readonly string[];
}

/** Maximum delay of a repeated request that counts as too early, ms. The minimum polling interval is one second. */
const soon = 500;

/** Observes at the judges which window sends which request, and with which credentials. */
export class ServiceWatch {
  private asked: Ask[] = [];
  private readonly underWay = new Set<Ask>();
  private upgrades: number[] = [];
  private readonly sockets = new Map<string, { open: number; most: number }>();
  private readonly misplaced: { readonly service: string; readonly words: string }[] = [];

  constructor(private readonly lab: Lab) {
    for (const service of lab.services) {
      const { httpServer } = service.standIn;
      httpServer.on('request', (request, response) => {
        this.checkCredentials(service, request, 'request');
        const noted = this.note(service, request);
        response.once('close', () => {
          const whole = response.writableFinished ? String(response.statusCode) : 'closed';
          Object.assign(noted, { outcome: whole, took: Date.now() - noted.at });
          this.underWay.delete(noted);
        });
      });
      const sockets = { open: 0, most: 0 };
      this.sockets.set(service.name, sockets);
      httpServer.on('upgrade', (request, stream) => {
        this.checkCredentials(service, request, 'socket');
        this.upgrades.push(Date.now());
        sockets.most = Math.max(sockets.most, (sockets.open += 1));
        stream.once('close', () => (sockets.open -= 1));
      });
    }
  }

  get socketCount(): number {
    return [...this.sockets.values()].reduce((sum, { open }) => sum + open, 0);
  }

  of({ name }: JudgedService): ServiceTraffic {
    const own = this.asked.filter(({ service }) => service === name);
    const story = (url: string) => storyOf(own.filter((one) => one.url === url));
    const urlsOf = (asks: readonly Ask[]) => [...new Set(asks.map(({ url }) => url))];
    const byMany = urlsOf(own).filter((url) => {
      const hosts = own.filter((one) => one.url === url).map(({ by }) => by);
      return new Set(hosts.filter((by) => by !== null)).size > 1;
    });
    return {
      asks: own.length,
      twiceAtOnce: urlsOf(own.filter(({ isTwice }) => isTwice)).map(story),
      soonByAnother: urlsOf(own.filter(({ isSoonByAnother }) => isSoonByAnother)).map(story),
      byMany: byMany.map(story),
      sockets: this.sockets.get(name)?.most ?? 0,
      misplaced: this.misplaced.filter(({ service }) => service === name).map(({ words }) => words),
    };
  }

  /** Returns requests and upgrades since a time (ms since 1970) as text, without those for running contests. */
  since(moment: number): string[] {
    const late = this.asked.filter(({ at, service, url }) => {
      const { contestPath } = this.lab.services.find(({ name }) => name === service) ?? {};
      return at >= moment && url !== contestPath;
    });
    const upgrades = this.upgrades.filter((at) => at >= moment).map((at) => `upgrade at ${at - moment} ms`);
    return [
      ...late.map(({ service, url, at, by }) => `${by} requests ${url} from ${service} at ${at - moment} ms`),
      ...upgrades,
    ];
  }

  /** Number of different requests that an extension host sent. */
  requestsBy(pid: number): number {
    return new Set(this.asked.filter(({ by }) => by === pid).map(({ url }) => url)).size;
  }

  /** Forgets all requests so far. */
  clear(): void {
    this.asked = [];
    this.upgrades = [];
  }

  private note(judged: JudgedService, request: IncomingMessage): Ask {
    const service = judged.name;
    const { url = '', socket } = request;
    const isCounted = !isFollowUp(judged, url);
    const isTwice = isCounted && [...this.underWay].some((one) => one.service === service && one.url === url);
    const hosts = extensionHosts(this.lab.server.pid);
    const by = ownerOfPort(socket.remotePort ?? 0, hosts);
    const before = this.asked.findLast((one) => one.service === service && one.url === url);
    const isSoonByAnother =
      isCounted &&
      by !== null &&
      before !== undefined &&
      before.by !== null &&
      before.by !== by &&
      hosts.includes(before.by) &&
      Date.now() - before.at < soon;
    const ask: Ask = {
      service,
      url,
      at: Date.now(),
      isTwice,
      isSoonByAnother,
      by,
      outcome: null,
      took: null,
    };
    this.asked.push(ask);
    this.underWay.add(ask);
    return ask;
  }

  /** Checks that a judge receives its own secret in one header or in the URL of its socket, and no other secret. */
  private checkCredentials(
    service: JudgedService,
    { url = '', rawHeaders }: IncomingMessage,
    kind: 'request' | 'socket',
  ): void {
    const headers = rawHeaders.filter((_, at) => at % 2 === 1);
    for (const { name, secret, login } of this.lab.services) {
      if (secret === null) continue;
      const credentials = login ? [secret, ...login.sessions()] : [secret];
      const inAddress = credentials.some((one) => isIn(one, url));
      const inHeaders = headers.filter((value) => credentials.some((one) => isIn(one, value))).length;
      const say = (words: string) => this.misplaced.push({ service: service.name, words });
      if (name !== service.name) {
        if (inAddress || inHeaders > 0) say(`${service.name} received the credential of ${name}`);
      } else if (login && headers.some((value) => isIn(secret, value))) {
        say(`the password of ${name} is in a header`);
      } else if (login?.path === url) {
        if (inAddress || inHeaders > 0) say(`the sign-in to ${name} contains another session`);
      } else if (kind === 'request' && inAddress) {
        say(`the credential of ${name} is in a URL`);
      } else if (inHeaders + Number(inAddress) !== 1) {
        say(`${kind} to ${name} with ${inHeaders + Number(inAddress)} credentials`);
      }
    }
  }
}

function isIn(secret: string, text: string): boolean {
  return [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)].some((form) =>
    text.includes(form),
  );
}

/** Describes repeated requests: which window sent them, when, and the response. */
function storyOf(asks: readonly Ask[]): string {
  const [first] = asks;
  const words = asks.map(
    ({ at, by, outcome, took }) => `${by} at ${at - (first?.at ?? 0)} ms: ${outcome} in ${took} ms`,
  );
  return `${first?.service} ${first?.url.slice(0, 100)} (${words.join('; ')})`;
}
