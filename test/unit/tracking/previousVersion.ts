import { createRequire } from 'node:module';
import path from 'node:path';
import type { RecordState } from '../../../src/results';
import { outcomeOf, type StoredOutcome } from '../../../src/tracking/nextPollOfRequest';
import { isWorthAWrite, newPlan, type Plan } from '../../../src/records/pollingPlan';
import type { KnownRecord } from '../../../src/records';
import type { TrackedRecord } from '../../../src/records/store';
import type { ResultAnswer } from '../../../src/judges';
import type { Tracker, TrackOptions } from '../../../src/tracking';
import { pendingRequest, type PendingRequest } from '../../../src/tracking/pendingRequest';
import type { PolledJudge, TrackerParts } from '../../../src/tracking/ports';

/**
 * Tracker of the previous version: windows of both versions share a computer until each is reloaded. esbuild built
 * the file from that version's `src/tracking/tracker.ts`. Don't change it.
 */
const file = path.join(__dirname, '../../fixtures/tracking/previousVersion.cjs');
const previous = createRequire(file)(file) as { readonly Tracker: new (parts: object) => PreviousTracker };

interface PreviousTracker {
  track(request: PreviousRequest, options?: TrackOptions): Promise<void>;
  /** Receives a new result of the store. */
  learned(key: string, outcome: StoredOutcome): void;
}

/** A pending request with its plan. The previous version uses other names for three fields of the plan. */
type PreviousRequest = Omit<PendingRequest, 'plan'> &
  Omit<Plan, 'lastChangeAt' | 'idlePollMs' | 'expeditedAt'> & {
    readonly newsAt: number;
    readonly fruitless: number;
    readonly hurriedAt: number;
  };

/** Starts and disposes of the tracker, tracks requests, and reports pending ones. Its other methods have other names. */
export function previousTracker(parts: TrackerParts): Tracker {
  const { store, judges, settings, events, clock, random, leases } = parts;
  const named = ({ requestId }: PreviousRequest) => ({ requestId, hint: null });
  const requestOf = async ({ record, plan }: TrackedRecord): Promise<PreviousRequest> =>
    toPrevious(pendingRequest(record, plan, await judges.judgeOf(record.service)));
  const known = async (key: string): Promise<PreviousRequest | null> => {
    const tracked = store.trackedOne(key);
    return tracked && requestOf(tracked);
  };
  const tracker = new previous.Tracker({
    clock,
    random,
    leases,
    settings: (pace: PendingRequest['pace']) => settings.of(pace),
    ask: (request: PreviousRequest, signal: AbortSignal) =>
      judges.poll(request.service, named(request), signal),
    askBatch: (service: string, requests: readonly PreviousRequest[], signal: AbortSignal) =>
      judges.pollBatch(service, requests.map(named), signal),
    storage: {
      load: () => Promise.all(store.tracked().map(requestOf)),
      read: async (key: string) => {
        await store.reread([key]);
        return known(key);
      },
      begin: (request: PreviousRequest) =>
        store.setPlan(request.key, planOf(request), { begins: true, state: { kind: 'waiting' } }),
      save: async (request: PreviousRequest) => {
        const { key, phase } = request;
        const plan = planOf(request);
        const before = store.trackedOne(key);
        // Without this condition, the windows of both versions would announce every plan to each other.
        if (before?.record.state.kind !== phase || isWorthAWrite(before.plan, plan)) {
          await store.setPlan(key, plan, { state: { kind: phase } });
        }
        return store.trackedOne(key) !== null;
      },
      want: async (key: string, expeditedAt: number) => {
        await store.reread([key]);
        const plan = store.trackedOne(key)?.plan;
        if (plan) await store.setPlan(key, { ...plan, expeditedAt });
        return store.trackedOne(key) !== null;
      },
      judging: async () => undefined,
      end: (key: string, state: RecordState) => store.setPlan(key, null, { state }),
      onDidChange: (listener: (key: string, stored: PreviousRequest | null) => void) =>
        store.onDidPlan((keys) => {
          for (const key of keys) void known(key).then((request) => listener(key, request));
        }),
    },
    sink: {
      onResult: async (request: PreviousRequest, answer: ResultAnswer, askedAt: number) => {
        if (answer.kind !== 'result') throw new Error('only results are stored');
        const received = await store.receive(request.key, answer, { via: 'ask', receivedAt: askedAt });
        const record = store.get(request.key);
        if (!record) throw new Error(`${request.key} is unknown`);
        return outcomeOf(record, received.kind === 'taken');
      },
      onPendingChanged: () => events.onPendingChanged(),
      onError: (operation: string, error: unknown) => events.onError(operation, error),
    },
  });
  store.onDidChange(({ added, nodes }) => {
    for (const key of [...added, ...nodes.keys()]) {
      const record = store.get(key);
      if (record?.summary && (added.has(key) || nodes.get(key)?.summary)) {
        tracker.learned(key, outcomeOf(record, true));
      }
    }
  });
  const track = tracker.track.bind(tracker);
  return Object.assign(tracker, {
    track: (judge: PolledJudge, record: KnownRecord, options?: TrackOptions) => {
      const now = clock.now();
      const known = options?.submitted === true || record.submission !== null;
      const plan = newPlan({ known, lifetime: judge.resultLifetime ?? null }, now, now);
      return track(toPrevious(pendingRequest(record, plan, judge)), options);
    },
  }) as unknown as Tracker;
}

function toPrevious({ plan, ...identity }: PendingRequest): PreviousRequest {
  const { lastChangeAt, idlePollMs, expeditedAt, ...same } = plan;
  return { ...identity, ...same, newsAt: lastChangeAt, fruitless: idlePollMs, hurriedAt: expeditedAt };
}

function planOf(request: PreviousRequest): Plan {
  const { startedAt, dueAt, askedAt, unfinishedAt, newsAt, fruitless } = request;
  const { failures, missing, readings, hurriedAt, known, lifetime } = request;
  return {
    startedAt,
    dueAt,
    askedAt,
    unfinishedAt,
    lastChangeAt: newsAt,
    idlePollMs: fruitless,
    failures,
    missing,
    readings,
    expeditedAt: hurriedAt,
    known,
    lifetime,
  };
}
