import type { ExtensionContext } from 'vscode';
import { systemClock, type Leases } from '../../base/ports';
import type { RecordStore } from '../../records';
import type { RequestName } from '../../judges';
import { Tracker, type TrackedRequest, type TrackerSink } from '../../tracking';
import type { Judges } from '../shared/judges';
import { outcomeOf } from '../../records/afterPoll';
import { forwardStoredResults, storedPendingRequests } from './storedPendingRequests';
import { KeptPollingSettings } from './pollingSettings';
import type { TrackerEvents } from './tracking';
import { paceOf } from '../../tracking/pendingRequest';

export interface TrackerContext {
  readonly store: RecordStore;
  readonly judges: Judges;
  readonly leases: Leases;
  readonly subscriptions: ExtensionContext['subscriptions'];
  readonly events: TrackerEvents;
  readonly onError: (what: string, error: unknown) => void;
}

/** Creates the tracker with its dependencies. */
export function makeTracker(context: TrackerContext): Tracker {
  const { store, judges, leases, subscriptions, events } = context;
  const settings = new KeptPollingSettings();
  subscriptions.push(settings);
  const nameOf = ({ key, requestId }: TrackedRequest): RequestName => {
    return { requestId, hint: store.get(key)?.hint ?? null };
  };
  const tracker = new Tracker({
    clock: systemClock,
    random: Math.random,
    judges: {
      poll: (request, signal) => judges.poll(request.service, nameOf(request), signal),
      pollBatch: async (service, requests, signal) => {
        const answers = await judges.pollBatch(service, requests.map(nameOf), signal);
        if (answers) events.onListed(service, [...answers.keys()]);
        return answers;
      },
      notBefore: (service) => judges.notBefore(service),
    },
    settings,
    leases,
    storage: storedPendingRequests(
      store,
      async (service) => paceOf(await judges.judgeOf(service)),
      context.onError,
    ),
    sink: sinkOf(context),
  });
  subscriptions.push(forwardStoredResults(store, tracker));
  return tracker;
}

const noProgress = { done: 0, total: null };

function sinkOf({ store, events, onError }: TrackerContext): TrackerSink {
  return {
    onResult: async (request, result, askedAt) => {
      // Uses the time of the request, so that a final result that was pushed meanwhile counts as newer.
      const accepted = await store.receive(request.key, result, { via: 'ask', receivedAt: askedAt });
      if (accepted.kind === 'unknown')
        return { completion: 'finished', progress: noProgress, compiled: null, changed: false };
      // Another result may have arrived while this one was stored.
      return outcomeOf(store.get(request.key) ?? accepted.record, accepted.kind === 'taken');
    },
    onPendingChanged: () => events.onPendingChanged(),
    onError,
  };
}
