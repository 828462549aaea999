import { Disposable, EventEmitter } from 'vscode';
import type {
  FetchOptions,
  JudgeRecord,
  JudgeRecordsChange,
  JudgeResultsApi,
  JudgeVerdict,
  TrackDetails,
} from '../../api';
import { plainText } from '../../results/withoutDecoder';
import { verdictOf, hasSubmission, type KnownRecord } from '../../records';
import type * as Requests from './apiFunctions';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Creates the API for other extensions. `asks` loads the code that sends requests, on first use. */
export function makeApi(
  extension: Pick<Core, 'judges' | 'store' | 'tracking'> & WithDiagnostics,
  asks: () => Promise<Pick<typeof Requests, 'fetchRecord' | 'trackRecord' | 'wholeResult'>>,
): Disposable & { readonly exported: JudgeResultsApi } {
  const { store } = extension;
  const changed = new EventEmitter<JudgeRecordsChange>();
  const watch = store.onDidChange(({ added, nodes, removed }) => {
    const known = (keys: Iterable<string>): readonly JudgeRecord[] =>
      Object.freeze(
        [...keys]
          .map((key) => store.get(key))
          .filter((record) => record !== null)
          .filter(hasSubmission)
          .map(snapshot),
      );
    const gone = [...removed].flatMap((key) => {
      const [service = '', id = ''] = key.split('\n');
      return hasSubmission({ requestId: id }) ? [Object.freeze({ service, id })] : [];
    });
    changed.fire(
      Object.freeze({ added: known(added), changed: known(nodes.keys()), removed: Object.freeze(gone) }),
    );
  });
  const exported = Object.freeze({
    version: 1,
    fetch: async (id: string, options?: FetchOptions) => {
      const record = await (await asks()).fetchRecord(extension, id, options);
      return record && snapshot(record);
    },
    track: async (id: string, details?: TrackDetails) =>
      snapshot(await (await asks()).trackRecord(extension, id, details)),
    get records() {
      return Object.freeze(store.records().filter(hasSubmission).map(snapshot));
    },
    onDidChangeRecords: changed.event,
    result: async (record: Pick<JudgeRecord, 'service' | 'id'>) =>
      (await asks()).wholeResult(extension, record),
  } satisfies JudgeResultsApi);
  return Object.assign(Disposable.from(watch, changed), { exported });
}

function snapshot(record: KnownRecord): JudgeRecord {
  const { service, requestId, state, summary, rules, label, source, submission, addedAt, changedAt } = record;
  return Object.freeze({
    service,
    id: requestId,
    state: stateOf(state),
    verdict: judgeVerdict(record),
    score: summary?.score ?? null,
    time: summary?.time ?? null,
    memory: summary?.memory ?? null,
    units: Object.freeze({ score: rules.units.score, time: rules.units.time, memory: rules.units.memory }),
    compiled: summary?.compiled ?? null,
    label,
    source: source?.uri ?? null,
    problem: submission?.problemId ?? null,
    addedAt,
    changedAt,
  });
}

/** Converts a state for the API. Records without a submission aren't part of the API, so their states aren't either. */
function stateOf({ kind }: KnownRecord['state']): JudgeRecord['state'] {
  return kind === 'inBrowser' || kind === 'notSubmitted' ? 'waiting' : kind;
}

/** Returns the same verdict as all views, with the judge’s English name. */
function judgeVerdict(record: KnownRecord): JudgeVerdict | null {
  const verdict = verdictOf(record);
  if (!verdict || verdict.short === '') return null;
  const { code, short, kind, meaning } = verdict;
  return Object.freeze({ code, short, name: meaning ? plainText(meaning.name, 80) : short, kind });
}
