import { recordKey } from '../../../src/records';
import type { RequestName, ServiceProfile } from '../../../src/service';
import type { ServiceClient } from '../../../src/service/client';
import type { AskBatch, Ask, PendingStorage, TrackedRequest } from '../../../src/tracking';
import { paceOf } from '../../../src/tracking/pendingItem';

/** How a tracker asks one service for one request, or for all that are pending there. */
export function asking(
  client: ServiceClient,
  account: string | null = null,
  nameOf: (request: TrackedRequest) => RequestName = ({ requestId }) => ({ requestId, hint: null }),
): { readonly ask: Ask; readonly askBatch: AskBatch; readonly restsUntil: () => number } {
  return {
    ask: (request, signal) => client.result(nameOf(request), signal),
    askBatch: async (_service, requests, signal) => {
      const question = client.profile.batch?.question(requests.map(nameOf), account) ?? null;
      return question && client.ask(question, signal);
    },
    restsUntil: () => client.restsUntil,
  };
}

/** A request as it is tracked at that service. */
export function trackedAt(profile: ServiceProfile, requestId: string): TrackedRequest {
  const key = recordKey(profile.id, requestId);
  const of = { service: profile.id, folder: null, lifetime: null, known: false, ...paceOf(profile) };
  return { key, requestId, ...of };
}

/** Keeps nothing, and tells of no other window. */
export const nowhere: PendingStorage = {
  load: async () => [],
  read: async () => null,
  begin: async () => undefined,
  save: async () => true,
  want: async () => true,
  judging: async () => undefined,
  end: async () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
};
