import { EventEmitter, l10n, Uri, type Disposable } from 'vscode';
import type {
  FetchOptions,
  JudgeRecord,
  JudgeRecordsChange,
  JudgeResultsApi,
  JudgeVerdict,
  TrackDetails,
} from '../api';
import { meaningOf } from '../judge/status';
import { compileErrorOf, isBareCompileError, statusText } from '../judge/verdict';
import { recordKey, type KnownRecord } from '../records';
import type { ServiceProfile } from '../service';
import type { Uses } from './extensionServices';

/** The API for other extensions. What asks a service is loaded when it is first used. */
export class Api implements Disposable {
  private readonly changed = new EventEmitter<JudgeRecordsChange>();
  private readonly watch: Disposable;
  /** as they were told last, to say what has gone */
  readonly exported: JudgeResultsApi;

  constructor(private readonly extension: Uses<'diagnostics' | 'services' | 'store' | 'tracking'>) {
    const { store } = extension;
    this.watch = store.onDidChange(({ added, nodes, removed }) => {
      const known = (keys: Iterable<string>): readonly JudgeRecord[] =>
        Object.freeze(
          [...keys]
            .map((key) => store.get(key))
            .filter((record) => record !== null)
            .map(snapshot),
        );
      const gone = [...removed].map((key) => {
        const [service = '', id = ''] = key.split('\n');
        return Object.freeze({ service, id });
      });
      this.changed.fire(
        Object.freeze({ added: known(added), changed: known(nodes.keys()), removed: Object.freeze(gone) }),
      );
    });
    this.exported = Object.freeze({
      version: 1,
      fetch: (id: string, options?: FetchOptions) => this.fetch(id, options),
      track: (id: string, details?: TrackDetails) => this.track(id, details),
      get records() {
        return Object.freeze(store.records().map(snapshot));
      },
      onDidChangeRecords: this.changed.event,
      result: (record: Pick<JudgeRecord, 'service' | 'id'>) => this.result(record),
    } satisfies JudgeResultsApi);
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }

  private async fetch(id: string, options: FetchOptions = {}): Promise<JudgeRecord | undefined> {
    const profile = await this.profileFor(id, options);
    const answer = await this.inWords(profile, () => this.extension.tracking.fetch(profile, id));
    return answer.kind === 'result' ? snapshot(answer.record) : undefined;
  }

  private async track(id: string, details: TrackDetails = {}): Promise<JudgeRecord> {
    const profile = await this.profileFor(id, details);
    const label = typeof details.label === 'string' ? details.label.slice(0, 200) : null;
    const record = await this.inWords(profile, () => this.extension.tracking.track(profile, id, { label }));
    if (details.source) {
      const { sources } = await this.extension.diagnostics();
      await sources.tie(record, Uri.from(details.source));
    }
    return snapshot(this.extension.store.get(record.key) ?? record);
  }

  private async result({ service, id }: Pick<JudgeRecord, 'service' | 'id'>): Promise<unknown> {
    const raw = await this.extension.store.rawResult(recordKey(service, id));
    if (raw === null) return null;
    // a service may have put our own credential into its answer
    return frozen(JSON.parse(this.extension.services.credentials.redaction.json(raw)));
  }

  private async profileFor(id: unknown, { service }: FetchOptions): Promise<ServiceProfile> {
    const { isRequestId } = await import('../service');
    if (typeof id !== 'string' || !isRequestId(id)) throw new Error(l10n.t('Not a valid request ID'));
    const choice = await this.extension.services.choiceOf(typeof service === 'string' ? service : null);
    if (choice.kind === 'chosen') return choice.profile;
    throw new Error((await import('./assistant/tool')).whyNobody(choice));
  }

  /** What a service's failure means, for the other extension to show. */
  private async inWords<Value>(profile: ServiceProfile, ask: () => Promise<Value>): Promise<Value> {
    try {
      return await ask();
    } catch (error) {
      const { explained } = await import('./assistant/tool');
      throw explained(error, profile);
    }
  }
}

function snapshot(record: KnownRecord): JudgeRecord {
  const { service, requestId, state, summary, rules, label, source, submission, addedAt, changedAt } = record;
  return Object.freeze({
    service,
    id: requestId,
    state: state.kind,
    verdict: verdictOf(record),
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

function verdictOf(record: KnownRecord): JudgeVerdict | null {
  const { summary, rules } = record;
  if (!summary) return null;
  // not through `recordWords`, which the start does without
  const isBare = isBareCompileError(summary.compiled, summary.status, rules);
  const status = isBare ? null : summary.status;
  const meaning = isBare ? compileErrorOf(rules) : meaningOf(rules.statuses, status);
  if (status === null && !meaning) return null;
  const short = meaning?.short ?? statusText(status, rules);
  return Object.freeze({
    code: status,
    short,
    name: meaning?.name ?? short,
    kind: meaning?.kind ?? 'unknown',
  });
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
