import type { App } from './apps';
import type { Misbehaviour } from './misbehaviour';

/** Response of the endpoint for results: no result yet, or a result envelope. */
export type Answer =
  | { readonly status: 204 }
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A judge request that exists in the service. */
export interface JudgeRequest {
  readonly id: string;
  /** The app that may read the result; null: every app. */
  readonly owner: App | null;
  /** Returns the current response and its misbehavior. */
  answer(): { readonly answer: Answer; readonly delay: number; readonly misbehave: Misbehaviour | null };
  /** Returns an older result than the newest one sent; null or undefined: none. */
  older(): unknown;
}

/** A response of a scripted request. Without `asks` and `forMs`, it is sent once. The last step is repeated. */
export interface Step {
  /** HTTP status; default: 200 with a body, and 204 without one. */
  readonly status?: number;
  /** Body of the response: JSON, or a string that is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the response, ms. */
  readonly delayMs?: number;
  /** Number of requests that get this response. */
  readonly asks?: number;
  /**
   * Duration of the step, ms, from the end of the previous step or, for the first step, from the registration of the
   * script.
   */
  readonly forMs?: number;
  readonly misbehave?: Misbehaviour;
}

/** A request that is answered with a list of steps. */
export class ScriptedRequest implements JudgeRequest {
  private at = 0;
  private requestCount = 0;
  private since: number;
  private readonly sentBodies: unknown[] = [];

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
    this.skipElapsedSteps();
    const step = this.steps[this.at] ?? {};
    this.requestCount += 1;
    if (step.forMs === undefined && this.requestCount >= (step.asks ?? 1)) this.next(this.now());
    const status = step.status ?? (step.body === undefined ? 204 : 200);
    if (status === 200 && this.sentBodies.at(-1) !== step.body) this.sentBodies.push(step.body);
    const headers = step.headers ? { headers: step.headers } : {};
    return {
      answer:
        step.body === undefined && status === 204 ? { status: 204 } : { status, body: step.body, ...headers },
      delay: step.delayMs ?? 0,
      misbehave: step.misbehave ?? null,
    };
  }

  older(): unknown {
    return this.sentBodies.length > 1 ? this.sentBodies[0] : undefined;
  }

  private skipElapsedSteps(): void {
    for (;;) {
      const forMs = this.steps[this.at]?.forMs;
      if (forMs === undefined || this.at === this.steps.length - 1 || this.now() - this.since < forMs) return;
      this.next(this.since + forMs);
    }
  }

  private next(since: number): void {
    if (this.at === this.steps.length - 1) return;
    this.at += 1;
    this.requestCount = 0;
    this.since = since;
  }
}
