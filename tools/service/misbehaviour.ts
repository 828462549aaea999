/** The kinds of misbehavior that the service can simulate. */
export type Misbehaviour =
  /** Sends the correct response `ms` later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /**
   * Sends any status with any body. A string is sent unchanged, everything else as JSON. Without a body, sends an HTML
   * error page.
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Sends 429. `retryAfter`: seconds or an HTTP date. */
  | { readonly kind: 'tooManyRequests'; readonly retryAfter?: number | string }
  /** Resets the connection before the response. */
  | { readonly kind: 'reset' }
  /** Sends the first `bytes` bytes of the correct body, then ends the connection. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends the correct body, `bytes` bytes every `ms` milliseconds. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly ms: number }
  /** Sends JSON with the correct names and wrong types. */
  | { readonly kind: 'wrongTypes' }
  /**
   * Sends the correct values in other encodings that services of this family use: lists as objects, or numbers as
   * strings.
   */
  | { readonly kind: 'reshape'; readonly keyedLists?: boolean; readonly numericStrings?: boolean }
  /** Sends a web page with status 200. */
  | { readonly kind: 'html' }
  /** Sends the correct body with another content type. */
  | { readonly kind: 'contentType'; readonly value: string }
  /** Redirects. `to`: an absolute URL; absent: the same URL with an additional query parameter. */
  | { readonly kind: 'redirect'; readonly to?: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  /** Sends a JSON body of this size. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** Sends the same body, compressed to a small fraction of its size. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number }
  /** Never sends a response. */
  | { readonly kind: 'silence' }
  /** Sends an older result than the newest one sent, if there is one. */
  | { readonly kind: 'stale' }
  /** Pushes each envelope twice. */
  | { readonly kind: 'duplicatePush' }
  /** Doesn't push the envelope. */
  | { readonly kind: 'losePush' }
  /** Pushes the first partial result again after the newest one. */
  | { readonly kind: 'stalePush' }
  /** Ends the WebSocket instead of pushing. */
  | { readonly kind: 'dropSocket' }
  /** Refuses the upgrade of a WebSocket. */
  | { readonly kind: 'refuseSocket'; readonly status: number };

export interface MisbehaviourRule {
  readonly what: Misbehaviour;
  /** method of the requests to which the rule applies; absent: any */
  readonly method?: string;
  /** path of the requests to which the rule applies; absent: any */
  readonly path?: string;
  /** request ID to which the rule applies; absent: any */
  readonly id?: string;
  /** Maximum number of times the rule applies; absent: unlimited. */
  readonly times?: number;
  /** Probability from 0 to 1; absent: always. */
  readonly probability?: number;
}

export interface Occasion {
  readonly method: string;
  readonly path: string;
  readonly id: string | null;
}

type Kind = Misbehaviour['kind'];
const ofPush: readonly Kind[] = ['duplicatePush', 'losePush', 'stalePush', 'dropSocket'];
const ofUpgrade: readonly Kind[] = ['refuseSocket'];

/** The active rules. Random choices depend on a seed, so that a run can be repeated. */
export class MisbehaviourRules {
  private rules: { readonly rule: MisbehaviourRule; left: number }[] = [];
  /** Number of occurrences of each kind. */
  readonly happened = new Map<Misbehaviour['kind'], number>();

  constructor(private readonly chance: () => number) {}

  /** Adds a rule. Returns a function that removes it. */
  add(rule: MisbehaviourRule): () => void {
    const entry = { rule, left: rule.times ?? Infinity };
    this.rules.push(entry);
    return () => {
      this.rules = this.rules.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.rules = [];
  }

  /**
   * Returns the misbehavior for a request. Adds up all matching delays. Of the other kinds, only the first matching
   * rule applies.
   */
  forRequest(occasion: Occasion): { readonly delay: number; readonly what: Misbehaviour | null } {
    let delay = 0;
    let what: Misbehaviour | null = null;
    for (const entry of this.rules) {
      const kind = entry.rule.what.kind;
      if (ofPush.includes(kind) || ofUpgrade.includes(kind)) continue;
      if (kind !== 'delay' && what !== null) continue;
      if (!this.happens(entry, occasion)) continue;
      if (entry.rule.what.kind === 'delay') delay += entry.rule.what.ms;
      else what = entry.rule.what;
    }
    return { delay, what };
  }

  forPush(id: string | null): Misbehaviour | null {
    return this.first(ofPush, { method: '', path: '', id });
  }

  forUpgrade(path: string): Misbehaviour | null {
    return this.first(ofUpgrade, { method: 'GET', path, id: null });
  }

  private first(kinds: readonly Kind[], occasion: Occasion): Misbehaviour | null {
    const entry = this.rules.find(
      (candidate) => kinds.includes(candidate.rule.what.kind) && this.happens(candidate, occasion),
    );
    return entry?.rule.what ?? null;
  }

  private happens(entry: { readonly rule: MisbehaviourRule; left: number }, occasion: Occasion): boolean {
    const { method, path, id, probability } = entry.rule;
    if (entry.left <= 0) return false;
    if (method !== undefined && method !== occasion.method) return false;
    if (path !== undefined && path !== occasion.path) return false;
    if (id !== undefined && id !== occasion.id) return false;
    if (probability !== undefined && this.chance() >= probability) return false;
    entry.left -= 1;
    const { kind } = entry.rule.what;
    this.happened.set(kind, (this.happened.get(kind) ?? 0) + 1);
    return true;
  }
}

/** Returns a generator of random numbers from 0 to 1. The same seed gives the same numbers. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
