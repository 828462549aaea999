import type { App } from './apps';
import type { Misbehaviour } from './misbehaviour';

/** What the retrieval endpoint has to say about a request: nothing yet, or a result envelope. */
export type Answer =
  | { readonly status: 204 }
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A judge request that the service knows. */
export interface JudgeRequest {
  readonly id: string;
  /** null: whoever shows a valid token may ask */
  readonly owner: App | null;
  /** What is answered now, and what goes wrong with it. */
  answer(): { readonly answer: Answer; readonly delay: number; readonly misbehave: Misbehaviour | null };
  /** An older result than the newest one answered; null where there is none. */
  older(): unknown;
}

/** One answer of a scripted request. Without `asks` and `forMs` it is given once; the last one is given for ever. */
export interface Step {
  /** 200 with a body, 204 without, unless it is said here */
  readonly status?: number;
  /** sent as JSON; a string as it is */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** milliseconds before the answer */
  readonly delayMs?: number;
  /** given to so many questions */
  readonly asks?: number;
  /** given for so many milliseconds after the step before it ended (the first: after it was registered) */
  readonly forMs?: number;
  readonly misbehave?: Misbehaviour;
}

/** Answers by a list of steps. */
export class ScriptedRequest implements JudgeRequest {
  private at = 0;
  private asked = 0;
  private since: number;
  private readonly given: unknown[] = [];

  constructor(
    readonly id: string,
    private readonly steps: readonly Step[],
    readonly owner: App | null = null,
    private readonly now: () => number = Date.now,
  ) {
    if (steps.length === 0) throw new Error('a script needs at least one step');
    this.since = now();
  }

  answer(): ReturnType<JudgeRequest['answer']> {
    this.passTime();
    const step = this.steps[this.at] ?? {};
    this.asked += 1;
    if (step.forMs === undefined && this.asked >= (step.asks ?? 1)) this.next(this.now());
    const status = step.status ?? (step.body === undefined ? 204 : 200);
    if (status === 200 && this.given.at(-1) !== step.body) this.given.push(step.body);
    const headers = step.headers ? { headers: step.headers } : {};
    return {
      answer:
        step.body === undefined && status === 204 ? { status: 204 } : { status, body: step.body, ...headers },
      delay: step.delayMs ?? 0,
      misbehave: step.misbehave ?? null,
    };
  }

  older(): unknown {
    return this.given.length > 1 ? this.given[0] : undefined;
  }

  private passTime(): void {
    for (;;) {
      const forMs = this.steps[this.at]?.forMs;
      if (forMs === undefined || this.at === this.steps.length - 1 || this.now() - this.since < forMs) return;
      this.next(this.since + forMs);
    }
  }

  private next(since: number): void {
    if (this.at === this.steps.length - 1) return;
    this.at += 1;
    this.asked = 0;
    this.since = since;
  }
}
