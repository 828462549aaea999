import { systemClock } from '../later';
import type { RecordStore } from '../../records';
import { ServiceFailed } from '../../service';
import { Tracker, type TrackerSink } from '../../tracking';
import type { SharedState } from '../history';
import type { ServiceManager } from '../serviceManager';
import { standingOf } from '../standing';
import { pollingSettings } from './settings';

export interface TrackerSurroundings {
  readonly store: RecordStore;
  readonly services: ServiceManager;
  readonly shared: SharedState;
  readonly onTrouble: (what: string, error: unknown) => void;
  /** what is pending, or how a service is doing, has changed */
  readonly onChange: () => void;
}

/** The tracker with everything around it: the clock, the service it asks, and the door that answers enter by. */
export function makeTracker(around: TrackerSurroundings): Tracker {
  const { services, shared } = around;
  return new Tracker({
    clock: systemClock,
    random: Math.random,
    ask: async ({ origin, requestId }, signal) => {
      const profile = await services.profileOf(origin);
      if (!profile) throw new ServiceFailed({ kind: 'insecure', origin, why: 'otherOrigin' });
      return services.result(profile, requestId, signal, 'background');
    },
    settings: pollingSettings,
    ...shared,
    sink: sinkOf(around),
  });
}

const noProgress = { done: 0, total: null };

function sinkOf({ store, onChange, onTrouble }: TrackerSurroundings): TrackerSink {
  return {
    onAnswer: async (request, answer) => {
      const accepted = await store.receive(request.key, answer, { via: 'ask', receivedAt: Date.now() });
      if (accepted.kind === 'unknown')
        return { completion: 'finished', progress: noProgress, compiled: null, changed: false };
      // something else may have come in while this was kept
      return standingOf(store.get(request.key) ?? accepted.record, accepted.kind === 'taken');
    },
    onState: async (key, state) => {
      // the tracker begins anew; what is known of a judging under way is more
      const isUnderWay = state.kind === 'waiting' && store.get(key)?.summary;
      await store.update(key, { state: isUnderWay ? { kind: 'judging' } : state });
    },
    onService: onChange,
    onPaymentRequired: onChange,
    onPendingChanged: onChange,
    onTrouble,
  };
}
