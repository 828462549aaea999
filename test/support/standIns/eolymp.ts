// A stand-in for the API of Eolymp: the archive of a space, and one contest. Where the documentation is silent, it does what
// helps clients least: a watch doesn't begin with the current state, and runs are only in groups.
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import {
  compilerOutput,
  submissionMessage,
  type EolympExtra,
  type EolympOutcome,
  type EolympProgress,
  type EolympSubmission,
} from './eolympSubmission';
import { hasExactly, isObject, jsonObject, mediaType, RecordingStandIn, type SentRequest } from './recording';

interface Problem {
  /** Opaque ID. */
  readonly id: string;
  /** Number in URLs. */
  readonly number: number;
  readonly title: string;
  readonly runtimes: readonly string[];
}

/** A client that waits for server-sent events. */
interface Watch {
  /** null: all submissions of the scope */
  readonly submission: EolympSubmission | null;
  readonly isContest: boolean;
  readonly extras: readonly EolympExtra[];
  readonly stream: Readable;
}

const runtimes = [
  {
    id: 'cpp:20-gnu14',
    lang: 'cpp',
    version: '20',
    type: 'gnu14',
    name: 'C++ 20 (GNU 14)',
    deprecated: false,
  },
  {
    id: 'cpp:17-gnu10',
    lang: 'cpp',
    version: '17',
    type: 'gnu10',
    name: 'C++ 17 (GNU 10)',
    deprecated: true,
  },
  {
    id: 'python:3.11-python',
    lang: 'python',
    version: '3.11',
    type: 'python',
    name: 'Python 3.11',
    deprecated: false,
  },
];
const allRuntimes = runtimes.map(({ id }) => id);
const problems: readonly Problem[] = [
  { id: 'f5d5a4bq2h0k1jvmp3c7', number: 1, title: 'Simple problem', runtimes: allRuntimes },
  { id: 'f5d5a4bq2h0k1jvmp3d9', number: 8, title: 'Apples', runtimes: allRuntimes },
  { id: 'f5d5a4bq2h0k1jvmp3ee', number: 4730, title: 'Groups', runtimes: ['cpp:20-gnu14'] },
];

/** Codes in the body of an error. */
const codes = { 400: 3, 401: 16, 404: 5, 406: 3, 412: 9, 413: 3, 415: 3, 429: 8, 500: 13 } as const;

const ARCHIVE = '00000000-0000-0000-0000-000000000000';
const MAX_SOURCE = 65_536;
const me = 'u7k2m9';
const participant = 'p55';

const json = (body: object): Reply => ({ status: 200, body: protojson(body) });
const failed = (status: keyof typeof codes, message: string): Reply => ({
  status,
  body: { code: codes[status], message, details: [] },
});
const unauthenticated = failed(401, 'unauthenticated');
const notFound = failed(404, 'not found');
const invalid = failed(400, 'invalid argument');

export class EolympStandIn extends RecordingStandIn {
  /** A valid access key. */
  readonly token = `etkn-${randomBytes(20).toString('hex')}`;
  readonly spaceId = ARCHIVE;
  readonly contestId = 'c3q9x0d2';
  readonly userId = me;
  phase: 'before' | 'running' | 'over' = 'running';
  /** Whether submissions have a page for users. */
  hasPages = true;
  /** Whether the compiler's output is in the field `error` instead of behind `errorUrl`. */
  isErrorInline = false;
  /** URL under which the files of tests and the compiler's output are; null: this server. */
  contentUrl: string | null = null;
  tooManyRequests = false;
  private readonly keys = new Set([this.token]);
  private readonly submissions = new Map<string, EolympSubmission>();
  private readonly watches = new Set<Watch>();
  private readonly watchChanges = new EventEmitter();

  /** URL of the archive's space. */
  get spaceUrl(): string {
    return `${this.url}/spaces/${this.spaceId}`;
  }

  get contestUrl(): string {
    return `${this.spaceUrl}/contests/${this.contestId}`;
  }

  /** The problems of the archive and the contest. */
  get problems(): readonly Problem[] {
    return problems;
  }

  startContest(): void {
    this.phase = 'running';
  }

  endContest(): void {
    this.phase = 'over';
  }

  /** Makes all access keys invalid. */
  revokeKeys(): void {
    this.keys.clear();
  }

  /** Sets a step of the judging, and reports it to watches. */
  progress(id: string, step: EolympProgress): void {
    this.change(id, step);
  }

  /**
   * Ends the judging of a submission, and reports it to watches. `time`: that of the slowest run, ms; null: the usual time.
   */
  finish(id: string, outcome: EolympOutcome, time: number | null = null): void {
    this.submission(id).time = time;
    this.change(id, outcome);
  }

  /** Adds a submission of the user to the first problem, as a browser does. Returns its ID. */
  submitInBrowser(source: string, isContest = false): string {
    return this.add({ problemId: 'f5d5a4bq2h0k1jvmp3c7', lang: 'cpp:20-gnu14', source, isContest }, me).id;
  }

  /** Adds a submission of another user. */
  submitAsOther(): string {
    return this.add(
      { problemId: 'f5d5a4bq2h0k1jvmp3c7', lang: 'cpp:20-gnu14', source: '', isContest: false },
      'u111',
    ).id;
  }

  /** ID of the newest submission. */
  get newestId(): string {
    return [...this.submissions.keys()].at(-1) ?? fail('nothing was submitted');
  }

  sourceOf(id: string): string {
    return this.submission(id).source;
  }

  /** Resolves when this number of watches are open. */
  async untilWatches(count: number): Promise<void> {
    while (this.watches.size !== count) await once(this.watchChanges, 'change');
  }

  /** Sends a comment to all watches, as the site does so that connections stay open. */
  keepAlive(): void {
    for (const { stream } of this.watches) stream.push(': keep-alive\n\n');
  }

  /** Ends all watches, as a proxy does. */
  dropWatches(): void {
    for (const { stream } of this.watches) stream.destroy();
  }

  /** Reports an error to all watches, and ends them. */
  failWatches(): void {
    for (const { stream } of this.watches) {
      stream.push(event('error', { code: 14, message: 'unavailable', details: [] }));
      stream.push(null);
    }
  }

  protected override reply(request: SentRequest): Promise<Reply> | Reply {
    const content = /^\/content\/([a-z0-9]+)\/(\w+)$/.exec(request.path);
    if (content) return this.content(content[1] ?? '', content[2] ?? '');
    if (this.tooManyRequests) return failed(429, 'too many requests');
    const [, space, path = ''] = /^\/spaces\/([^/]+)(\/.+)$/.exec(request.path) ?? [];
    const isPublic = request.method === 'GET' && space === ARCHIVE && /^\/problems\/\w+$/.test(path);
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const isOpen = isPublic && request.headers.authorization === undefined;
    if (!isOpen && (key === undefined || !this.keys.has(key))) return unauthenticated;
    if (request.path === '/access-keys') return this.addKey(request);
    // The site reports an unknown space as an internal error.
    if (space !== this.spaceId) return space === undefined ? notFound : failed(500, 'internal error');
    const [, contest, rest = ''] = /^\/contests\/([^/]+)(\/.+)$/.exec(path) ?? [];
    if (contest === undefined) return this.inScope(path, request, false);
    return contest === this.contestId ? this.inScope(rest, request, true) : notFound;
  }

  private addKey(request: SentRequest): Reply {
    const body = jsonObject(request);
    if (request.method !== 'POST' || !body || !hasExactly(body, ['name', 'scope', 'expiresIn']))
      return invalid;
    const secret = `etkn-${randomBytes(20).toString('hex')}`;
    this.keys.add(secret);
    return json({ keyId: randomBytes(8).toString('hex'), secret });
  }

  private inScope(path: string, request: SentRequest, isContest: boolean): Reply {
    if (request.method === 'POST') return this.submit(path, request, isContest);
    if (request.method !== 'GET') return notFound;
    const query = parametersOf(request);
    if (!query) return invalid;
    switch (path) {
      case '/introspect':
        return isContest
          ? json({ participant: { id: participant, userId: me, displayName: 'Alice', status: 'STARTED' } })
          : notFound;
      // services/community/account_service.ts and services/*/problem_service.ts of the JavaScript SDK
      case '/account':
        return isContest ? notFound : json({ member: { id: me, displayName: 'Alice' } });
      case '/problems':
        return problemList(request.query.get('search') ?? '', isContest);
      case '/runtime':
        return isContest ? notFound : json({ total: runtimes.length, items: runtimes });
      case '/submissions':
        return this.list(query, isContest);
      case '/submissions:watch':
        return this.watch(null, request, query, isContest);
    }
    const ofExamples = /^\/problems\/(\w+)\/examples$/.exec(path)?.[1];
    if (ofExamples !== undefined) return this.examples(ofExamples);
    const [, problem, part] = /^\/problems\/(\w+)(\/runtime)?$/.exec(path) ?? [];
    if (problem !== undefined) return problemReply(problem, part !== undefined);
    const [, id = '', watch] = /^\/submissions\/(\w+)(\/watch)?$/.exec(path) ?? [];
    const submission = this.submissions.get(id);
    if (submission?.isContest !== isContest) return notFound;
    if (watch !== undefined) return this.watch(submission, request, query, isContest);
    return json({ submission: this.messageOf(submission, query.extras) });
  }

  /** The examples of a problem, whose texts are files (services/atlas/testing_service.ts of the JavaScript SDK). */
  private examples(problemId: string): Reply {
    if (!problems.some(({ id }) => id === problemId)) return notFound;
    const content = `${this.contentUrl ?? this.url}/content/example`;
    return json({
      examples: [
        {
          id: 't1',
          index: 1,
          example: true,
          inputUrl: `${content}/input`,
          answerUrl: `${content}/answer`,
        },
        {
          id: 't2',
          index: 2,
          example: true,
          inputUrl: `${content}/hidden`,
          answerUrl: `${content}/hidden`,
          exampleInputUrl: `${content}/input`,
          exampleAnswerUrl: `${content}/answer`,
        },
      ],
    });
  }

  private submit(path: string, request: SentRequest, isContest: boolean): Reply {
    const inContest = /^\/problems\/(\w+)\/submissions$/.exec(path)?.[1];
    if (isContest ? inContest === undefined : path !== '/submissions') return notFound;
    if (mediaType(request) !== 'application/json') return failed(415, 'unsupported media type');
    const body = jsonObject(request);
    if (!body || !hasExactly(body, isContest ? ['lang', 'source'] : ['problemId', 'lang', 'source']))
      return invalid;
    const { problemId = inContest, lang, source } = body;
    const problem = problems.find(({ id }) => id === problemId);
    if (!problem) return failed(404, 'problem not found');
    if (typeof lang !== 'string' || !problem.runtimes.includes(lang)) return failed(400, 'unknown runtime');
    if (typeof source !== 'string' || source === '') return failed(400, 'source is empty');
    if (Buffer.byteLength(source) > MAX_SOURCE) return failed(413, 'source is too large');
    if (isContest && this.phase !== 'running') return failed(412, 'contest is not running');
    const { id } = this.add({ problemId: problem.id, lang, source, isContest }, me);
    return json({ submissionId: id });
  }

  private add(
    program: Pick<EolympSubmission, 'problemId' | 'lang' | 'source' | 'isContest'>,
    userId: string,
  ): EolympSubmission {
    const number = this.submissions.size + 1;
    const id = `s${String(number).padStart(3, '0')}${randomBytes(6).toString('hex')}`;
    const submission: EolympSubmission = {
      ...program,
      id,
      number,
      userId,
      state: 'PENDING',
      version: 1,
      time: null,
    };
    this.submissions.set(id, submission);
    this.announce(submission, 'CREATED');
    return submission;
  }

  private change(id: string, state: EolympOutcome | EolympProgress): void {
    const submission = this.submission(id);
    submission.state = state;
    submission.version += 1;
    this.announce(submission, 'UPDATED');
  }

  private announce(submission: EolympSubmission, kind: 'CREATED' | 'UPDATED'): void {
    for (const watch of this.watches) {
      if (watch.isContest !== submission.isContest) continue;
      if (watch.submission !== null && watch.submission !== submission) continue;
      const message = protojson({ submission: this.messageOf(submission, watch.extras), event: kind });
      const text = event('message', message);
      // In two parts, as a network may split it.
      watch.stream.push(text.slice(0, text.length / 2));
      watch.stream.push(text.slice(text.length / 2));
      if (watch.submission !== null && this.isOver(submission)) {
        watch.stream.push(event('eof', {}));
        watch.stream.push(null);
      }
    }
  }

  private watch(
    submission: EolympSubmission | null,
    { headers }: SentRequest,
    { extras }: GetParameters,
    isContest: boolean,
  ): Reply {
    if (!(headers.accept ?? '').includes('text/event-stream')) return failed(406, 'not acceptable');
    const stream = new Readable({ read: () => undefined });
    const watch = { submission, isContest, extras, stream };
    this.watches.add(watch);
    stream.once('close', () => {
      this.watches.delete(watch);
      this.watchChanges.emit('change');
    });
    stream.push(': connected\n\n');
    this.watchChanges.emit('change');
    return { status: 200, body: stream, headers: { 'Content-Type': 'text/event-stream' } };
  }

  /** Newest first. */
  private list({ size, after, filters }: GetParameters, isContest: boolean): Reply {
    const matching = [...this.submissions.values()]
      .reverse()
      .filter(
        (one) =>
          one.isContest === isContest && filters.every(([name, value]) => fieldOf(one, name) === value),
      );
    const from = after === null ? 0 : matching.findIndex(({ id }) => id === after) + 1;
    const items = matching.slice(from, from + size);
    return json({
      total: matching.length,
      items: items.map((one) => this.messageOf(one, [])),
      nextPageCursor: from + size < matching.length ? items.at(-1)?.id : '',
    });
  }

  /** The compiler's output, the program, and files of tests. A real site has them on another host, for anyone with the URL. */
  private content(id: string, name: string): Reply {
    const submission = this.submissions.get(id);
    if (!submission && id !== 'example') return { status: 404 };
    const texts: Readonly<Record<string, string>> = {
      ...(submission ? { error: compilerOutput, source: submission.source } : {}),
      input: '2 2\n',
      output: '5\n',
      answer: '4\n',
    };
    const body = texts[name];
    if (body === undefined) return { status: 404 };
    return { status: 200, body, headers: { 'Content-Type': 'text/plain' } };
  }

  private messageOf(submission: EolympSubmission, extras: readonly EolympExtra[]): object {
    const { id, isContest } = submission;
    return {
      ...submissionMessage(submission, {
        extras,
        contentUrl: `${this.contentUrl ?? this.url}/content/${id}`,
        isErrorInline: this.isErrorInline,
      }),
      ...(isContest ? { contestId: this.contestId, participantId: participantOf(submission) } : {}),
      resourceLink: `${isContest ? this.contestUrl : this.spaceUrl}/submissions/${id}`,
      spaceLink: this.hasPages ? `${this.url}/en/submissions/${id}` : '',
    };
  }

  private isOver({ state }: EolympSubmission): boolean {
    return !['PENDING', 'PROVISIONING', 'INITIALIZING', 'TESTING'].includes(state);
  }

  private submission(id: string): EolympSubmission {
    return this.submissions.get(id) ?? fail(`no submission ${id}`);
  }
}

export async function startEolympStandIn(options?: StandInOptions): Promise<EolympStandIn> {
  const standIn = new EolympStandIn('eolymp', options);
  await standIn.start();
  return standIn;
}

function fail(message: string): never {
  throw new Error(message);
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns a message in the JSON encoding of protocol buffers, which leaves out zero values. */
function protojson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protojson);
  if (!isObject(value)) return value;
  const zeros: readonly unknown[] = [undefined, null, 0, '', false, 'NONE', 'NO_VERDICT'];
  const present = Object.entries(value).filter(
    ([, one]) => !zeros.includes(one) && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(present.map(([name, one]) => [name, protojson(one)]));
}

/** The parameters of a GET request. */
interface GetParameters {
  readonly extras: readonly EolympExtra[];
  readonly size: number;
  readonly after: string | null;
  /** Fields and the values that they must equal. */
  readonly filters: readonly (readonly [string, string])[];
}

/** Reads the parameters from the query, or from the JSON in `q`; null if one is invalid. */
function parametersOf({ query }: SentRequest): GetParameters | null {
  const given = query.get('q') === null ? fromQuery(query) : parsed(query.get('q') ?? '');
  if (!given) return null;
  const { extra = [], size = 20, after = null, filters = {} } = given;
  if (!Array.isArray(extra) || !extra.every(isExtra)) return null;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 100) return null;
  if ((after !== null && typeof after !== 'string') || !isObject(filters)) return null;
  const conditions = Object.entries(filters).map(([name, list]) => [name, equalTo(list)] as const);
  const valid = conditions.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (valid.length < conditions.length) return null;
  return { extras: extra, size, after, filters: valid };
}

function fromQuery(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const size = query.get('size');
  return {
    extra: query.getAll('extra'),
    ...(size === null ? {} : { size: /^\d+$/.test(size) ? Number(size) : size }),
    after: query.get('after'),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isExtra(value: unknown): value is EolympExtra {
  return value === 'GROUPS' || value === 'RUNS' || value === 'SOURCE';
}

/** The value in `[{ is: "EQUAL", value }]`; null for other conditions. */
function equalTo(list: unknown): string | null {
  const [condition, ...others] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  if (!isObject(condition) || others.length > 0 || condition['is'] !== 'EQUAL') return null;
  return typeof condition['value'] === 'string' ? condition['value'] : null;
}

function fieldOf(submission: EolympSubmission, name: string): string | null {
  switch (name) {
    case 'userId':
    case 'memberId':
      return submission.userId;
    case 'participantId':
      return participantOf(submission);
    case 'problemId':
      return submission.problemId;
    default:
      return null;
  }
}

function participantOf({ userId }: EolympSubmission): string {
  return userId === me ? participant : `p-${userId}`;
}

/** The problems whose titles contain the text. Those of a contest have positions instead of numbers. */
function problemList(text: string, isContest: boolean): Reply {
  const found = problems.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const items = found.map(({ id, number, title }) =>
    isContest ? { id, index: problems.findIndex((one) => one.id === id) + 1, title } : { id, number, title },
  );
  return json({ total: items.length, items });
}

/** A problem by its opaque ID or its number, or the runtimes that it accepts. */
function problemReply(name: string, wantsRuntimes: boolean): Reply {
  const problem = problems.find(({ id, number }) => id === name || String(number) === name);
  if (!problem) return failed(404, 'problem not found');
  if (!wantsRuntimes)
    return json({ problem: { id: problem.id, number: problem.number, title: problem.title } });
  // Only the opaque ID identifies a problem here.
  if (problem.id !== name) return failed(404, 'problem not found');
  const items = runtimes.filter(({ id }) => problem.runtimes.includes(id));
  return json({ total: items.length, items });
}
