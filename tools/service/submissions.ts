import type { App } from './apps';
import { formError, Refusal, type FieldError } from './errors';
import type { Fields } from './http/bodies';
import { envelopeOf } from './judging/envelope';
import { judge } from './judging/judge';
import { languageOf, type Language } from './judging/languages';
import type { JudgingState } from './judging/state';
import type { Toolchain } from './judging/toolchain';
import { JudgeWorker, type WorkerOptions } from './judging/worker';
import { problems } from './problems';
import type { Problem } from './problems/problem';
import { newRequestId } from './requestIds';
import type { JudgeRequest } from './requests';
import type { Role } from './simulatedServices';

export interface Submission {
  readonly pid: string;
  readonly lang: string;
  readonly code: string;
  readonly o2?: boolean;
  readonly trackId?: string | null;
}

export interface SubmissionOptions extends WorkerOptions {
  readonly role: Role;
  /** Whether partial results list all cases or only the finished ones. */
  readonly listing: 'all' | 'done';
  /** Called whenever the state of a request has changed. */
  readonly progress: (request: LiveRequest, envelope: unknown) => void;
}

/** A request for a submission that the worker judges, as opposed to a scripted one. */
export class LiveRequest implements JudgeRequest {
  private state: JudgingState | null = null;
  private first: unknown = undefined;
  /** Error because of which the program wasn't judged; null: none. */
  error: unknown = null;

  constructor(
    readonly id: string,
    readonly trackId: string | null,
    readonly owner: App,
    private readonly options: SubmissionOptions,
  ) {}

  answer(): ReturnType<JudgeRequest['answer']> {
    const body = this.envelope();
    return { answer: body === null ? { status: 204 } : { status: 200, body }, delay: 0, misbehave: null };
  }

  older(): unknown {
    return this.first;
  }

  /** Returns the current result envelope; null: no result yet. */
  envelope(): unknown {
    const { role, listing } = this.options;
    return this.state && envelopeOf(this, this.state, role, listing);
  }

  /** Ends the request with an internal error of the service. */
  fail(error: unknown): void {
    const compile = this.state?.compile ?? { success: true, message: '', opt2: false };
    const judge = { id: 0, verdict: 'invalid', score: 0, time: 0, memory: 0, cases: [] } as const;
    this.error = error;
    this.advance({ compile, judge, subtasks: this.state?.subtasks ?? [] });
  }

  advance(state: JudgingState): void {
    if (this.state !== null && this.first === undefined) this.first = this.envelope();
    this.state = state;
    this.options.progress(this, this.envelope());
  }
}

/** Accepts submissions and judges them one after the other. */
export class Submissions {
  private readonly worker: JudgeWorker;
  private records = 0;

  constructor(private readonly options: SubmissionOptions) {
    this.worker = new JudgeWorker('service', options);
  }

  /** Returns the compilers of this computer. Searches for them only once. */
  toolchain(): Promise<Toolchain> {
    return this.worker.toolchain();
  }

  /**
   * Checks the form and adds the program to the queue. Rejects with a `Refusal`: 400 with the invalid fields, or 402 if
   * no points are left.
   */
  async submit(
    app: App,
    fields: Fields,
  ): Promise<{ readonly request: LiveRequest; readonly done: Promise<void> }> {
    const form = checked(fields, await this.toolchain());
    if (!app.quota.begin()) throw new Refusal(402, 'No points left.');
    const request = new LiveRequest(newRequestId(), form.trackId, app, this.options);
    const done = this.worker.run(
      async (around) => {
        const id = ++this.records;
        const state = await judge({ id, ...form }, around, (progress) => request.advance(progress));
        app.quota.end(state.judge?.time ?? 0);
      },
      (error) => request.fail(error),
    );
    return { request, done };
  }

  /** Stops running programs and removes all files. */
  close(): Promise<void> {
    return this.worker.stop();
  }
}

interface Form {
  readonly problem: Problem;
  readonly language: Language;
  readonly code: string;
  readonly o2: boolean;
  readonly trackId: string | null;
}

const codeLimit = 256 * 1024;

/** Returns the fields of a submission. Throws a form error that lists each invalid field. */
function checked(fields: Fields, tools: Toolchain): Form {
  const wrong: FieldError[] = [];
  const refuse = (name: string, message: string): null => {
    wrong.push({ name, value: fields[name] ?? null, message });
    return null;
  };
  const text = (name: string): string | null => {
    const value = fields[name];
    if (value === undefined || value === null || value === '')
      return refuse(name, 'This value should not be blank.');
    return typeof value === 'string' ? value : refuse(name, 'This value should be of type string.');
  };
  const pid = text('pid');
  const problem =
    pid === null ? null : (problems.get(pid) ?? refuse('pid', `${pid} is not a problem of this service`));
  const lang = text('lang');
  const languageOrError = lang === null ? null : languageOf(lang, tools);
  const language = typeof languageOrError === 'string' ? refuse('lang', languageOrError) : languageOrError;
  let code = text('code');
  if (code !== null && Buffer.byteLength(code) > codeLimit) {
    code = refuse('code', `This value is too long. It should have ${codeLimit} bytes or less.`);
  }
  const o2 = flag(fields['o2']) ?? refuse('o2', 'This value should be of type bool.');
  const trackId = fields['trackId'] ?? null;
  if (trackId !== null && (typeof trackId !== 'string' || [...trackId].length > 64)) {
    refuse('trackId', 'This value is too long. It should have 64 characters or less.');
  }
  if (wrong.length > 0 || problem === null || language === null || code === null || o2 === null)
    throw formError(wrong);
  return { problem, language, code, o2, trackId: trackId as string | null };
}

/** Converts a boolean field: a JSON boolean, or its text in a form body. Null: invalid. */
function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null || value === '' || value === '0' || value === 'false')
    return false;
  return value === '1' || value === 'true' || value === 'on' ? true : null;
}
