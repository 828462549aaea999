import type { LocalComputer } from '../../local';
import { recordKey, type RecordStore } from '../../records';
import type { Judge, ResultAnswer } from '../../judges';
import { RequestFailed } from '../../judges/requestFailed';

/** The results of programs that run on this computer. The window that runs a program stores them. */
export class LocalResults {
  constructor(
    private readonly storeOf: () => Pick<RecordStore, 'findEnvelope' | 'get' | 'reread'>,
    private readonly computerOf: () => Promise<Pick<LocalComputer, 'isInProgress' | 'stoppedResult'>>,
  ) {}

  /**
   * Returns the stored result of a run. If its window has ended, the remaining cases are stopped. Rejects with
   * `RequestFailed` if the run doesn't exist.
   */
  async result({ id }: Judge, requestId: string): Promise<ResultAnswer> {
    const key = recordKey(id, requestId);
    const store = this.storeOf();
    const computer = await this.computerOf();
    // first, because the window that runs the program stores the end of the run before it reports it
    const isInProgress = await computer.isInProgress(requestId);
    await store.reread([key]);
    if (!store.get(key))
      throw new RequestFailed({ kind: 'status', status: 404, error: null, retryAfter: null });
    const last = await store.findEnvelope(key);
    if (!isInProgress) return computer.stoppedResult(last, requestId);
    return last ? { kind: 'result', envelope: last, raw: null, notices: [] } : { kind: 'notReady' };
  }
}
