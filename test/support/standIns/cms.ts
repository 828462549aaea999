// A stand-in for the contest web server of CMS with its JSON API. It has one task per kind of submission format, and behaves
// like a real server: pages redirect instead of reporting an error, and lists aren't sorted.
import { randomBytes, randomInt } from 'node:crypto';
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import { detailsFragment, type CmsFeedback, type CmsLocale, type CmsOutcome } from './cmsDetails';
import { mediaType, multipart, RecordingStandIn, type FormPart, type SentRequest } from './recording';

/** A step of the judging before its end. */
export type CmsProgress = 'compiling' | 'evaluating' | 'scoring';

/** -1 before the contest, 0 during it, 1 after it, 2 before the analysis mode, 3 during it, 4 after it. */
export type CmsPhase = -1 | 0 | 1 | 2 | 3 | 4;

export interface CmsTask {
  readonly name: string;
  readonly format: readonly string[];
  readonly title: string;
  /** Maximum public score; null if the task has no public score. */
  readonly maxPublic: number | null;
  /** Whether it has four tests of 25 points instead of groups. Two of them are hidden. */
  readonly isSum?: true;
}

interface Submission {
  readonly id: string;
  readonly task: CmsTask;
  readonly files: readonly FormPart[];
  /** CMS name of the language; null if the task is output-only. */
  readonly language: string | null;
  state: CmsOutcome | CmsProgress;
  /** Time of the slowest test, ms; null: the usual times. */
  time: number | null;
}

export interface CmsOptions extends StandInOptions {
  /** Name of the contest in the path, if the server has several; null: it has one. */
  readonly contest?: string | null;
}

const tasks: readonly CmsTask[] = [
  { name: 'sum', format: ['sum.%l'], title: 'Sum of Two', maxPublic: 100 },
  { name: 'coding', format: ['encoder.%l', 'decoder.%l'], title: 'Coding', maxPublic: 40 },
  { name: 'outputs', format: ['output_001.txt', 'output_002.txt'], title: 'Outputs', maxPublic: 100 },
  { name: 'secret', format: ['secret.%l'], title: 'Secret Tests', maxPublic: null },
  { name: 'sums', format: ['sums.%l'], title: 'Many Sums', maxPublic: 50, isSum: true },
];
const MAX_SCORE = 100;
/** Maximum size of a file, bytes. */
const MAX_FILE = 100_000;

/** Languages of the contest, with their extensions. */
const languages: Readonly<Record<string, readonly string[]>> = {
  'C11 / gcc': ['.c'],
  'C++17 / g++': ['.cpp', '.cc', '.cxx', '.c++', '.C'],
  'C++20 / g++': ['.cpp', '.cc', '.cxx', '.c++', '.C'],
  'Java / JDK': ['.java'],
  'Python 3 / CPython': ['.py'],
};

const statuses = { compiling: 1, evaluating: 3, scoring: 4 } as const;
const COMPILATION_FAILED = 2;
const SCORED = 5;

const statusTexts: Readonly<Record<CmsLocale, readonly string[]>> = {
  en: ['', 'Compiling…', 'Compilation failed', 'Evaluating…', 'Scoring…', 'Evaluated'],
  ru: ['', 'Компилируется…', 'Ошибка компиляции', 'Проверяется…', 'Оценивается…', 'Проверено'],
};

const json = (body: unknown, status = 200): Reply => ({ status, body });
const page = (text: string, status = 200): Reply => ({
  status,
  body: `<!DOCTYPE html>\n<html><head><title>Contest</title><link rel="stylesheet" href="/static/cws_style.css"></head><body>${text}</body></html>`,
  headers: { 'Content-Type': 'text/html; charset=UTF-8' },
});
const redirect = (path: string): Reply => ({ status: 302, headers: { Location: path } });
const missingPage = page('<h1>404: Not Found</h1>', 404);
/** What CMS sends for a POST to a page that isn't that of a contest. */
const crossSite = page('<h1>403: Forbidden</h1>', 403);
const contestList = (name: string): Reply =>
  page(`<div class="hero-unit contest-list"><a href="/${name}">${name}</a></div>`);
const taskNotFound = json({ error: 'Task not found' }, 404);
const notOpen = json({ error: 'The contest is not open' }, 403);
const unsigned = json({ error: 'An authenticated user is required' }, 403);
const refused = (error: string, details: string): Reply => json({ error, details }, 422);

export class CmsStandIn extends RecordingStandIn {
  readonly user = { username: 'alice', password: 'correct horse' };
  phase: CmsPhase = 0;
  locale: CmsLocale = 'en';
  feedback: CmsFeedback = 'full';
  /** Whether the server signs the user in by IP address, and what it returns to a sign-in then. */
  autologin: 'off' | 'empty' | 'alreadyLoggedIn' = 'off';
  /** How many submissions of a task are accepted; null if unlimited. */
  maxSubmissions: number | null = null;
  allowsDownloads = true;
  /** Whether the user has played a token on each submission. */
  hasTokens = false;
  /** Languages that the contest allows; the others are rejected. */
  allowedLanguages: readonly string[] = Object.keys(languages).filter((name) => name !== 'C++17 / g++');
  /** When the contest begins, s since 1970. It lasts 5 hours. */
  startsAt = Math.floor(Date.now() / 1000) - 3_600;
  /** IDs in the order of the API's list. */
  private readonly listed: string[] = [];
  private readonly contest: string | null;
  private readonly sessions = new Set<string>();
  private readonly submissions = new Map<string, Submission>();

  constructor({ contest = null, ...options }: CmsOptions = {}) {
    super('cms', options);
    this.contest = contest;
  }

  /** URL of the contest. */
  get contestUrl(): string {
    return this.url + this.prefix;
  }

  startContest(): void {
    this.phase = 0;
  }

  endContest(): void {
    this.phase = 1;
  }

  startAnalysis(): void {
    this.phase = 3;
  }

  /** Returns the value of the header of a signed-in user. */
  signIn(): string {
    const session = `2|1:0|10:1764151200|5:login|${randomBytes(12).toString('base64')}|${randomBytes(16).toString('hex')}`;
    this.sessions.add(session);
    return session;
  }

  /** All signed values that are valid. */
  get signedValues(): readonly string[] {
    return [...this.sessions];
  }

  /** Makes all signed values expire. */
  expireSessions(): void {
    this.sessions.clear();
  }

  /** Sets the step of the judging of a submission. */
  progress(id: string, step: CmsProgress): void {
    this.submission(id).state = step;
  }

  /** Ends the judging of a submission. `time`: that of the slowest test, ms; null: the usual times. */
  finish(id: string, outcome: CmsOutcome, time: number | null = null): void {
    const submission = this.submission(id);
    submission.state = outcome;
    submission.time = time;
  }

  /** Moves a submission to the end of the API's lists, as CMS does when the organizers change it. */
  changeElsewhere(id: string): void {
    this.listed.splice(this.listed.indexOf(id), 1);
    this.listed.push(id);
  }

  /** ID of the newest submission. */
  get newestId(): string {
    return [...this.submissions.keys()].at(-1) ?? fail('nothing was submitted');
  }

  /** Adds a submission from the website to the task `sum`. */
  submitElsewhere(state: CmsOutcome | CmsProgress): string {
    const [task] = tasks;
    const id = String(randomInt(1, 2 ** 47));
    const [name = ''] = task?.format ?? [];
    const file = { name, filename: 'sum.py', text: 'print(1)\n' };
    if (task) {
      const language = 'Python 3 / CPython';
      this.add({ id, task, files: [file], language, state, time: null });
    }
    return id;
  }

  /** The files of a submission, with the fields in which they were sent. */
  filesOf(id: string): readonly FormPart[] {
    return this.submission(id).files;
  }

  /** CMS name of the language of a submission. */
  languageOf(id: string): string | null {
    return this.submission(id).language;
  }

  protected override reply(request: SentRequest): Promise<Reply> | Reply {
    if (this.contest !== null && request.method === 'POST' && request.path === '/api/login') return crossSite;
    if (this.contest !== null && request.path === '/') return contestList(this.contest);
    if (request.path === (this.prefix || '/')) return this.frontPage(request);
    if (!request.path.startsWith(`${this.prefix}/`)) return missingPage;
    const path = request.path.slice(this.prefix.length);
    if (path === '/api/login') return request.method === 'POST' ? this.login(request) : missingPage;
    return path.startsWith('/api/') ? this.api(path, request) : this.page(path, request);
  }

  private async login(request: SentRequest): Promise<Reply> {
    const form = await formFields(request);
    const isUser = form.get('username') === this.user.username;
    if (this.autologin !== 'off') {
      if (!isUser) return json({ error: 'Logged in as a different user' }, 400);
      return json(this.autologin === 'empty' ? {} : { login_data: 'Already-Logged-In' });
    }
    if (!isUser || form.get('password') !== this.user.password) return json({ error: 'Login failed' }, 403);
    return json({ login_data: this.signIn() });
  }

  private api(path: string, request: SentRequest): Promise<Reply> | Reply {
    if (!this.isSignedIn(request)) return unsigned;
    if (![0, 3].includes(this.phase)) return notOpen;
    const { method } = request;
    if (path === '/api/task_list' && method === 'GET') {
      return json({
        tasks: tasks.map(({ name, format }) => ({
          name,
          statements: ['en', 'ru'],
          submission_format: format,
        })),
      });
    }
    const [, name = '', action = ''] = /^\/api\/([^/]+)\/(submit|submission_list)$/.exec(path) ?? [];
    if (action === '' || method !== (action === 'submit' ? 'POST' : 'GET')) return missingPage;
    const task = tasks.find((one) => one.name === decodeURIComponent(name));
    if (!task) return taskNotFound;
    if (action === 'submit') return this.submit(task, request);
    const ids = this.listed.filter((id) => this.submissions.get(id)?.task === task);
    return json({ list: ids.map((id) => ({ id })) });
  }

  /** The front page, with the languages, the times, and, after the start, the tasks. */
  private frontPage(request: SentRequest): Reply {
    const isGuest = !this.isSignedIn(request);
    const allowed = Object.entries(languages).filter(([name]) => this.allowedLanguages.includes(name));
    const listedLanguages = allowed.map(
      ([name, extensions]) =>
        `    '${name}': {\n${extensions.map((one) => `        '${one}': true,\n`).join('')}    },\n`,
    );
    const [begin, end] = this.phase < 0 ? [0, this.startsAt] : [this.startsAt, this.startsAt + 18_000];
    const actualPhase = this.phase < 0 ? this.phase - 1 : this.phase;
    const times = isGuest
      ? [0, 0, 0, 0, 0]
      : [this.startsAt - 60, this.startsAt - 60, begin, end, actualPhase];
    const extensions = allowed.map(([, [first = '']]) => first).join('|');
    const rows = tasks.map(
      ({ name, title, format }) => `<tr>
            <th>${name}</th>
            <td>${title}</td>
            <td>1.500 seconds</td>
            <td>256 MiB</td>
            <td>Batch</td>
            <td>${format.map((one) => one.replace('.%l', `[${extensions}]`)).join(' ')}</td>
        </tr>`,
    );
    const headings = ['Task', 'Name', 'Time limit', 'Memory limit', 'Type', 'Files'];
    return page(`<script>
var LANGUAGES = {
${listedLanguages.join('')}};
var utils = new CMS.CWSUtils("${this.prefix || '/'}", "${this.prefix || '/'}", "${this.contest ?? 'contest'}",
                             ${times.join(',\n                             ')});
utils.update_time(false);
</script>
<div class="navbar"><a class="brand" href="${this.prefix || '/'}">Olympiad &amp; Co</a></div>
${isGuest ? '<form action="login" method="post">Please log in</form>' : ''}
${isGuest || this.phase < 0 ? '' : `<table><thead><tr>${headings.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`}`);
  }

  /** The page of the submissions to a task, newest first. */
  private submissionsPage(task: CmsTask): Reply {
    const rows = this.submissionsOf(task)
      .toReversed()
      .map(({ id, state }) => `<tr data-submission="${id}" data-status="${statusOf(state)}"><td></td></tr>`);
    return page(`<table class="submission_list">${rows.join('\n')}</table>`);
  }

  /** Pages of the website, which redirect to the sign-in instead of reporting an error. */
  private page(path: string, request: SentRequest): Reply {
    if (!this.isSignedIn(request))
      return redirect(`${this.prefix || '/'}?next=${encodeURIComponent(request.path)}`);
    if (this.phase < 0) return redirect(this.prefix || '/');
    const [, name = '', rest = ''] = /^\/tasks\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const task = tasks.find((one) => one.name === decodeURIComponent(name));
    if (!task || request.method !== 'GET') return missingPage;
    if (/^statements\/(?:en|ru)$/.test(rest)) return pdf();
    if (rest === 'submissions') return this.submissionsPage(task);
    const [, id = '', part = ''] = /^submissions\/(\d+)(\/.+)?$/.exec(rest) ?? [];
    const submission = this.submissions.get(id);
    if (submission?.task !== task) return missingPage;
    if (part === '') return json(this.result(submission));
    if (part === '/details') return this.details(submission);
    const file = part.startsWith('/files/') ? part.slice('/files/'.length) : '';
    return this.file(submission, decodeURIComponent(file));
  }

  private async submit(task: CmsTask, request: SentRequest): Promise<Reply> {
    const parts = await multipart(request);
    if (!parts) return refused('Invalid submission format!', 'Please select the correct files.');
    const count = this.submissionsOf(task).length;
    if (this.maxSubmissions !== null && count >= this.maxSubmissions) {
      const details = `You have reached the maximum limit of at most ${this.maxSubmissions} submissions on this task.`;
      return refused('Too many submissions!', details);
    }
    const files = parts.filter(({ filename }) => filename !== null);
    if (files.length !== task.format.length || !files.every(({ name }) => task.format.includes(name)))
      return refused('Invalid submission format!', 'Please select the correct files.');
    if (files.some(({ text }) => Buffer.byteLength(text) > MAX_FILE))
      return refused('Submission too big!', `Each source file must be at most ${MAX_FILE} bytes long.`);
    const hasSource = task.format.some((one) => one.endsWith('.%l'));
    const chosen = parts.find(({ name }) => name === 'language')?.text ?? null;
    const language = hasSource ? languageFor(files, chosen, this.allowedLanguages) : null;
    if (hasSource && language === null)
      return refused('Invalid submission format!', 'Please select the correct files.');
    const id = String(randomInt(2 ** 47));
    this.add({ id, task, files, language, state: 'compiling', time: null });
    return json({ id });
  }

  private result({ task, state }: Submission): object {
    const status = statusOf(state);
    const progress = { status, status_text: statusTexts[this.locale][status] };
    if (!isOver(state)) return progress;
    const share = task.isSum && state === 'timeLimit' ? 0.5 : shareOf(state);
    const { maxPublic } = task;
    const scored = this.submissionsOf(task).flatMap((one) => (isOver(one.state) ? [shareOf(one.state)] : []));
    const best = Math.max(...scored);
    const publicOf = (part: number): number => part * (maxPublic ?? 0);
    return {
      ...progress,
      task_public_score: publicOf(best),
      task_tokened_score: this.hasTokens ? best * MAX_SCORE : 0,
      task_score_is_partial: false,
      task_public_score_message: this.scoreText(publicOf(best), maxPublic ?? 0),
      task_tokened_score_message: this.scoreText(this.hasTokens ? best * MAX_SCORE : 0, MAX_SCORE),
      ...(maxPublic === null
        ? {}
        : {
            max_public_score: maxPublic,
            public_score: publicOf(share),
            public_score_message: this.scoreText(publicOf(share), maxPublic),
          }),
      max_score: MAX_SCORE,
      ...(this.hasTokens || this.phase === 3
        ? { score: share * MAX_SCORE, score_message: this.scoreText(share * MAX_SCORE, MAX_SCORE) }
        : {}),
    };
  }

  private details({ task, state, files, time }: Submission): Reply {
    const { locale, feedback } = this;
    const outcome = isOver(state) ? state : null;
    const source = files[0]?.filename ?? task.name;
    const isSum = task.isSum === true;
    const showsAll = this.hasTokens || this.phase === 3;
    const body = detailsFragment({ locale, feedback, outcome, source, time, isSum, showsAll });
    const headers = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Language': locale };
    return { status: 200, body, headers };
  }

  private file({ files, task }: Submission, name: string): Reply {
    if (!this.allowsDownloads) return missingPage;
    const named = files.find((file) => {
      const extension = /\.[^.]*$/.exec(file.filename ?? '')?.[0] ?? '';
      // CMS stores the name with %l, and only replaces a known extension in the requested name
      return (
        task.format.includes(file.name) && [file.name, file.name.replace(/\.%l$/, extension)].includes(name)
      );
    });
    if (!named) return missingPage;
    return { status: 200, body: named.text, headers: { 'Content-Type': 'application/octet-stream' } };
  }

  private scoreText(score: number, max: number): string {
    const [first, second] = [score, max].map((one) =>
      this.locale === 'ru' ? String(one).replace('.', ',') : one,
    );
    return `${first} / ${second}`;
  }

  private get prefix(): string {
    return this.contest === null ? '' : `/${this.contest}`;
  }

  private isSignedIn({ headers }: SentRequest): boolean {
    return this.autologin !== 'off' || this.sessions.has(String(headers['x-cms-authorization'] ?? ''));
  }

  private submissionsOf(task: CmsTask): readonly Submission[] {
    return [...this.submissions.values()].filter((one) => one.task === task);
  }

  private add(submission: Submission): void {
    this.submissions.set(submission.id, submission);
    this.listed.push(submission.id);
  }

  private submission(id: string): Submission {
    return this.submissions.get(id) ?? fail(`no submission ${id}`);
  }
}

export async function startCmsStandIn(options?: CmsOptions): Promise<CmsStandIn> {
  const standIn = new CmsStandIn(options);
  await standIn.start();
  return standIn;
}

function fail(message: string): never {
  throw new Error(message);
}

/** The text fields of a form of either type. */
async function formFields(request: SentRequest): Promise<ReadonlyMap<string, string>> {
  if (mediaType(request) === 'application/x-www-form-urlencoded')
    return new Map(new URLSearchParams(request.body.toString('utf8')));
  return new Map((await multipart(request))?.map(({ name, text }) => [name, text]));
}

/** The language that fits all source files; null if none does, or if several do. */
function languageFor(
  files: readonly FormPart[],
  chosen: string | null,
  allowed: readonly string[],
): string | null {
  const sources = files.filter(({ name }) => name.endsWith('.%l'));
  const fitting = Object.entries(languages).filter(
    ([name, extensions]) =>
      allowed.includes(name) &&
      (chosen === null || chosen === name) &&
      sources.every(({ filename }) => extensions.some((extension) => filename?.endsWith(extension))),
  );
  return fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null;
}

function isOver(state: CmsOutcome | CmsProgress): state is CmsOutcome {
  return !Object.hasOwn(statuses, state);
}

function statusOf(state: CmsOutcome | CmsProgress): number {
  switch (state) {
    case 'compiling':
    case 'evaluating':
    case 'scoring':
      return statuses[state];
    case 'compileError':
      return COMPILATION_FAILED;
    case 'accepted':
    case 'wrongAnswer':
    case 'timeLimit':
    case 'partial':
      return SCORED;
  }
}

/** Share of the score. */
function shareOf(outcome: CmsOutcome): number {
  switch (outcome) {
    case 'accepted':
      return 1;
    case 'partial':
      return 0.4;
    case 'wrongAnswer':
    case 'timeLimit':
    case 'compileError':
      return 0;
  }
}

function pdf(): Reply {
  return { status: 200, body: '%PDF-1.4\n%%EOF\n', headers: { 'Content-Type': 'application/pdf' } };
}
