/** What the service can be told to do wrong, and when. */
export type Misbehaviour =
  /** answers rightly, `ms` later */
  | { readonly kind: 'delay'; readonly ms: number }
  /** any status with any body; a string is sent as it is, anything else as JSON, without one an HTML error page */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 429; `retryAfter` in seconds or an HTTP date */
  | { readonly kind: 'tooManyRequests'; readonly retryAfter?: number | string }
  /** the connection is reset before anything is answered */
  | { readonly kind: 'reset' }
  /** the first `bytes` bytes of the right body, then the connection ends */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** the right body, a few bytes at a time, `ms` apart */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly ms: number }
  /** JSON of the right names and the wrong types */
  | { readonly kind: 'wrongTypes' }
  /** the right values in the other shapes of the service's family */
  | { readonly kind: 'reshape'; readonly keyedLists?: boolean; readonly numericStrings?: boolean }
  /** a web page with status 200 */
  | { readonly kind: 'html' }
  /** the right body, called something else */
  | { readonly kind: 'contentType'; readonly value: string }
  /** `to` is an absolute address; left out, the same address with one more query parameter */
  | { readonly kind: 'redirect'; readonly to?: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  /** a JSON body of so many bytes */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** the same, compressed to next to nothing */
  | { readonly kind: 'gzipBomb'; readonly bytes: number }
  /** never answers */
  | { readonly kind: 'silence' }
  /** an older result than the one already answered, where there is one */
  | { readonly kind: 'stale' }
  /** pushes each envelope twice */
  | { readonly kind: 'duplicatePush' }
  /** loses the push */
  | { readonly kind: 'losePush' }
  /** pushes the first partial result again after the newest */
  | { readonly kind: 'stalePush' }
  /** ends the WebSocket instead of pushing */
  | { readonly kind: 'dropSocket' }
  /** refuses the upgrade of a WebSocket */
  | { readonly kind: 'refuseSocket'; readonly status: number };

export interface MisbehaviourRule {
  readonly what: Misbehaviour;
  /** only requests of this method, path or request ID */
  readonly method?: string;
  readonly path?: string;
  readonly id?: string;
  /** how often, at most; without it until it is taken back */
  readonly times?: number;
  /** 0…1, by chance; without it always */
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

/** The rules in force. Chance comes from a seed, so that a run can be had again. */
export class MisbehaviourRules {
  private rules: { readonly rule: MisbehaviourRule; left: number }[] = [];
  /** how often each kind has happened */
  readonly happened = new Map<Misbehaviour['kind'], number>();

  constructor(private readonly chance: () => number) {}

  /** Returns a function that takes the rule back. */
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

  /** What goes wrong with a request: delays add up, of the rest the first one happens. */
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

/** Numbers between 0 and 1, the same ones for the same seed. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
