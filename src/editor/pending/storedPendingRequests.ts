import type { Disposable } from '../../base/emitter';
import type { NodeChange, Plan, RecordKey, RecordStore, TrackedRecord } from '../../records';
import type { JudgeId } from '../../judges';
import type { PendingRequest, PendingStorage, TrackedRequest, Tracker, TrackerSink } from '../../tracking';
import { isWorthAWrite } from '../../records/pollingPlan';
import { outcomeOf } from '../../records/afterPoll';

type PaceOfJudge = Pick<TrackedRequest, 'pace' | 'batchInterval'>;
type Store = Pick<RecordStore, 'onDidPlan' | 'reread' | 'setPlan' | 'tracked' | 'trackedOne'>;

/**
 * Stores pending requests in the record store. A request is pending if its record has a plan. `paceOf` returns how
 * often a judge may be polled. `onError` gets the failures of reading a changed request.
 */
export function storedPendingRequests(
  store: Store,
  paceOf: (service: JudgeId) => Promise<PaceOfJudge>,
  onError: TrackerSink['onError'],
): PendingStorage {
  /** Returns the request from memory. Null: not pending. */
  const known = async (key: RecordKey): Promise<PendingRequest | null> => {
    const service = store.trackedOne(key)?.record.service;
    if (service === undefined) return null;
    const pace = await paceOf(service);
    const tracked = store.trackedOne(key);
    return tracked && requestOf(tracked, pace);
  };
  return {
    load: async () => {
      const tracked = store.tracked();
      const paces = new Map<JudgeId, Promise<PaceOfJudge>>();
      return Promise.all(
        tracked.map(async (trackedRecord) => {
          const { service } = trackedRecord.record;
          const pace = paces.get(service) ?? paceOf(service);
          paces.set(service, pace);
          return requestOf(trackedRecord, await pace);
        }),
      );
    },
    read: async (key) => {
      await store.reread([key]);
      return known(key);
    },
    begin: (request) =>
      store.setPlan(request.key, planOf(request), { begins: true, state: { kind: 'waiting' } }),
    save: async (request) => {
      const { key, phase } = request;
      const before = store.trackedOne(key);
      const plan = planOf(request);
      if (before?.record.state.kind !== phase || isWorthAWrite(before.plan, plan))
        await store.setPlan(key, plan, { state: { kind: phase } });
      return store.trackedOne(key) !== null;
    },
    expedite: async (key, expeditedAt) => {
      await store.reread([key]);
      const plan = store.trackedOne(key)?.plan;
      if (plan) await store.setPlan(key, { ...plan, expeditedAt });
      return store.trackedOne(key) !== null;
    },
    end: (key, state) => store.setPlan(key, null, { state }),
    onDidChange: (listener) =>
      store.onDidPlan((keys) => {
        for (const key of keys) {
          void known(key)
            .then((request) => listener(key, request))
            .catch((error: unknown) => onError('reading a pending request', error));
        }
      }),
  };
}

/**
 * Informs the tracker about results that it didn't poll itself: results that were pushed or fetched in this window or
 * another one. A result that arrives anywhere on this computer thus ends polling in all windows.
 */
export function forwardStoredResults(
  store: Pick<RecordStore, 'get' | 'onDidChange'>,
  tracker: Pick<Tracker, 'onRecordUpdated'>,
): Disposable {
  return store.onDidChange(({ added, nodes }) => {
    const changed = [...nodes].filter(([, change]) => concernsResult(change)).map(([key]) => key);
    for (const key of [...added, ...changed]) {
      const record = store.get(key);
      if (record?.summary) tracker.onRecordUpdated(key, outcomeOf(record, true));
    }
  });
}

function concernsResult({ wholeRecord, summary, compile, subtaskList, subtasks }: NodeChange): boolean {
  return wholeRecord || summary || compile || subtaskList || subtasks.length > 0;
}

function requestOf({ record, plan }: TrackedRecord, pace: PaceOfJudge): PendingRequest {
  const { key, service, requestId, folder, state } = record;
  return {
    key,
    service,
    requestId,
    folder,
    ...pace,
    phase: state.kind === 'judging' ? 'judging' : 'waiting',
    ...plan,
  };
}

function planOf(request: PendingRequest): Plan {
  const { startedAt, dueAt, askedAt, unfinishedAt, lastChangeAt, idlePollMs } = request;
  const { failures, missing, readings, expeditedAt, known, lifetime } = request;
  return {
    startedAt,
    dueAt,
    askedAt,
    unfinishedAt,
    lastChangeAt,
    idlePollMs,
    failures,
    missing,
    readings,
    expeditedAt,
    known,
    lifetime,
  };
}
