import { recordKey } from '../../../src/records';
import type { Judge } from '../../../src/judges';
import type { JudgeClient } from '../../../src/judges/client';
import type { RequestName } from '../../../src/judges/requestName';
import type { ResultAnswer } from '../../../src/judges/adapters/shared/makeResult';
import type { PolledJudges } from '../../../src/tracking/ports';

/** Polls one judge through its client. */
export function polledThrough(client: JudgeClient, account: string | null = null): PolledJudges {
  return {
    judgeOf: async () => client.judge,
    poll: (_service, request, signal) => client.poll(request, signal),
    pollBatch: async (_service, requests, signal) => {
      const { batch } = client.judge;
      if (!batch?.covers(requests, account)) return null;
      return client.ask((http) => batch.fetchStates(http, requests, account), signal);
    },
    notBefore: () => client.notBefore,
  };
}

/** Judges without batches that never forbid polling. */
export function polledBy(
  poll: (request: RequestName, signal: AbortSignal, service: string) => Promise<ResultAnswer>,
): PolledJudges {
  return {
    judgeOf: async () => ({}),
    poll: (service, request, signal) => poll(request, signal, service),
    pollBatch: async () => null,
    notBefore: () => -Infinity,
  };
}

/** Returns the key and the ID of a request at a judge. */
export function trackedAt(
  judge: Judge,
  requestId: string,
): { readonly key: string; readonly requestId: string } {
  return { key: recordKey(judge.id, requestId), requestId };
}
