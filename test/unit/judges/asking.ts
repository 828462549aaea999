import { recordKey } from '../../../src/records';
import type { RequestName, Judge } from '../../../src/judges';
import type { JudgeClient } from '../../../src/judges/client';
import type { PendingStorage, PollingJudges, TrackedRequest } from '../../../src/tracking';
import { paceOf } from '../../../src/tracking/pendingRequest';

/** Polls one judge through its client. */
export function asking(
  client: JudgeClient,
  account: string | null = null,
  nameOf: (request: TrackedRequest) => RequestName = ({ requestId }) => ({ requestId, hint: null }),
): { readonly judges: PollingJudges } {
  const judges: PollingJudges = {
    poll: (request, signal) => client.poll(nameOf(request), signal),
    pollBatch: async (_service, requests, signal) => {
      const { batch } = client.judge;
      const pending = requests.map(nameOf);
      if (!batch?.covers(pending, account)) return null;
      return client.ask((http) => batch.fetchStates(http, pending, account), signal);
    },
    notBefore: () => client.notBefore,
  };
  return { judges };
}

/** Services without batches that never forbid polling. */
export function polledBy(poll: PollingJudges['poll']): PollingJudges {
  return { poll, pollBatch: async () => null, notBefore: () => -Infinity };
}

/** A request as it is tracked at that service. */
export function trackedAt(judge: Judge, requestId: string): TrackedRequest {
  const key = recordKey(judge.id, requestId);
  const of = { service: judge.id, folder: null, lifetime: null, known: false, ...paceOf(judge) };
  return { key, requestId, ...of };
}

/** Stores nothing and reports no other window. */
export const nowhere: PendingStorage = {
  load: async () => [],
  read: async () => null,
  begin: async () => undefined,
  save: async () => true,
  expedite: async () => true,
  end: async () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
};
