import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../service/errors';
import { readFields, type Fields } from '../service/http/bodies';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { loopbackAddress, sendToLoopback } from '../service/push/callback';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { languagesHere, type Judge0Language } from './catalog';
import { noOddities, usualConfig } from './config';
import { execute } from './execution';
import { submissionFrom, type FormErrors } from './form';
import { answerTo, type Accepted, type Judge0Host } from './routes';
import { defaultFields, fieldsOf, nothing, type Judge0Submission, type Outcome } from './submission';

export interface Judge0Options extends StandInOptions {
  /** Header with the token; absent: `X-Auth-Token`. */
  readonly headerName?: string;
}

/** The fields of a submission, in plain text. */
export interface Judge0Program {
  readonly language_id: number;
  readonly source_code: string;
  readonly stdin?: string;
  readonly expected_output?: string;
  readonly compiler_options?: string;
  /** ZIP archive in Base64. */
  readonly additional_files?: string;
  readonly callback_url?: string;
  readonly cpu_time_limit?: number;
  readonly memory_limit?: number;
}

/** A sent callback. */
export interface SentCallback {
  readonly token: string;
  /** HTTP status of the response; null: none. */
  readonly status: number | null;
}

/** Maximum size of a request body, bytes. */
const bodyLimit = 8 * 1024 * 1024;

/**
 * Stand-in for a Judge0 host. It runs submitted programs as the user who started it, and is NOT a sandbox. Therefore,
 * it always requires its token, although real hosts can be configured not to.
 */
export class LocalJudge0 extends StandIn implements Judge0Host {
  readonly headerName: string;
  token = randomBytes(16).toString('hex');
  readonly config = usualConfig();
  readonly oddities = noOddities();
  readonly submissions = new Map<string, Judge0Submission>();
  readonly callbacks: SentCallback[] = [];
  languages: readonly Judge0Language[] = [];

  constructor({ port, headerName, ...options }: Judge0Options = {}) {
    super('judge0', port, { english: true, ...options });
    this.headerName = headerName ?? 'X-Auth-Token';
  }

  override async start(): Promise<void> {
    this.languages = languagesHere(await this.worker.toolchain());
    await super.start();
  }

  /** Adds a program to the queue. If `isJudged` is false, it stays there until `change` is called. */
  submit(program: Judge0Program, isJudged = true): Judge0Submission {
    const accepted = this.accept({ ...program }, false, isJudged);
    if ('errors' in accepted) throw new Error(JSON.stringify(accepted.errors));
    return accepted.submission;
  }

  /** Sets a result that the local judge can't produce. */
  change(submission: Judge0Submission, outcome: Partial<Outcome>): void {
    Object.assign(submission, outcome);
    if (submission.status === 2) submission.started_at ??= new Date();
    submission.finished_at = submission.status > 2 ? (submission.finished_at ?? new Date()) : null;
  }

  /** Replaces the token. The old token becomes invalid. */
  renewToken(): void {
    this.token = randomBytes(16).toString('hex');
  }

  accept(fields: Fields, base64: boolean, isJudged = true): Accepted | { readonly errors: FormErrors } {
    const submission = submissionFrom(fields, base64, this.languages, this.config);
    if ('errors' in submission) return submission;
    this.submissions.set(submission.token, submission);
    return { submission, done: isJudged ? this.enqueue(submission) : Promise.resolve() };
  }

  protected override letsIn(request: IncomingMessage): boolean {
    return isShown(request, this.headerName, this.token);
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    if (this.oddities.forbidden) return { status: 403 };
    if (!this.letsIn(request)) return { status: 401 };
    const { method = 'GET' } = request;
    try {
      const hasFields = method === 'POST' && url.pathname.startsWith('/submissions');
      const fields = hasFields ? await readFields(request, bodyLimit) : {};
      return answerTo({ host: this, method, query: url.searchParams, fields }, url.pathname);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      return { status, body: { status, error: message } };
    }
  }

  private enqueue(submission: Judge0Submission): Promise<void> {
    return this.worker.run(
      async (around) => {
        this.change(submission, { status: 2 });
        this.change(submission, await execute(submission, around, this.oddities));
        await this.callBack(submission, around.stopping);
      },
      (error) => {
        const message = Buffer.from(error instanceof Error ? error.message : String(error));
        this.change(submission, { ...nothing, status: 13, message });
      },
    );
  }

  /** Sends the unsigned result to the submission's callback URL. Retries if the server doesn't respond. */
  private async callBack(submission: Judge0Submission, stopping: AbortSignal): Promise<void> {
    const { callback_url, token } = submission;
    if (callback_url === null) return;
    const body = JSON.stringify(fieldsOf(submission, defaultFields, true));
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
    for (let tries = 0; tries < this.config.callbacks_max_tries; tries++) {
      const timeout = AbortSignal.timeout(this.config.callbacks_timeout * 1000);
      const signal = AbortSignal.any([stopping, timeout]);
      const status = await sendToLoopback(loopbackAddress(callback_url), 'PUT', headers, body, signal);
      if (stopping.aborted) return;
      this.callbacks.push({ token, status });
      if (status !== null) return;
    }
  }
}

/** Returns whether a header contains the secret. */
function isShown({ headers }: IncomingMessage, name: string, secret: string): boolean {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && sameSecret(value, secret);
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalJudge0(options: Judge0Options = {}): Promise<LocalJudge0> {
  const host = new LocalJudge0(options);
  await host.start();
  return host;
}
