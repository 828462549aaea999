import type { Plan, RecordStore, TrackedRecord } from '../../records';
import type { Pace, ServiceId } from '../../service';
import type { PendingRequest, PendingStorage } from '../../tracking';

type Store = Pick<RecordStore, 'onDidPlan' | 'reread' | 'setPlan' | 'tracked' | 'trackedOne'>;

/**
 * What is pending is what has a plan in the store: a request is its record and that plan. `paceOf`: how often a service
 * may be asked; null: as often as the settings say.
 */
export function plansOf(store: Store, paceOf: (service: ServiceId) => Promise<Pace | null>): PendingStorage {
  return {
    load: async () => {
      const tracked = store.tracked();
      const paces = new Map<ServiceId, Pace | null>();
      for (const service of new Set(tracked.map(({ record }) => record.service))) {
        paces.set(service, await paceOf(service));
      }
      return tracked.map((one) => requestOf(one, paces.get(one.record.service) ?? null));
    },
    read: async (key) => {
      await store.reread([key]);
      const tracked = store.trackedOne(key);
      return tracked && requestOf(tracked, await paceOf(tracked.record.service));
    },
    add: (request) => store.setPlan(request.key, planOf(request), { begins: true }),
    save: async (request) => {
      await store.setPlan(request.key, planOf(request));
      return store.trackedOne(request.key) !== null;
    },
    remove: (key) => store.setPlan(key, null),
    onDidChange: (listener) => store.onDidPlan(() => listener()),
  };
}

function requestOf({ record, plan }: TrackedRecord, pace: Pace | null): PendingRequest {
  const { key, service, requestId, folder, state } = record;
  return {
    key,
    service,
    requestId,
    folder,
    pace,
    phase: state.kind === 'judging' ? 'judging' : 'waiting',
    ...plan,
  };
}

function planOf(request: PendingRequest): Plan {
  const { startedAt, dueAt, askedAt, unfinishedAt, newsAt, fruitless } = request;
  const { failures, missing, readings, hurriedAt, known, lifetime } = request;
  return {
    ...{ startedAt, dueAt, askedAt, unfinishedAt, newsAt, fruitless },
    ...{ failures, missing, readings, hurriedAt, known, lifetime },
  };
}
