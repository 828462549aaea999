import { sameJson } from '../base/sameJson';
import type { AboutResult, Compilation, Contest, Envelope, JudgeSemantics, RecordState } from '../results';
import { summarise } from './mergePolicy';
import type { MergeDecision, ResultOrigin } from './mergePolicy';
import { reconcile } from './nodeChanges';
import type { Plan } from './pollingPlan';
import { recordsBeyondLimit } from './recordsBeyondLimit';
import { hashOf, isNewer, isRejudging, isTooLargeToKeep, keptTextHash, recordKey } from './record';
import type { CompileErrors, KnownRecord, RecordKey } from './record';
import {
  addDetails,
  addRecord,
  applyEvent,
  decideOn,
  detailsOf,
  endRejudging,
  patchDetails,
  rereadResult,
  setContest,
} from './recordUpdates';
import type { DetailsPatch, IncomingResult, NewRecord, PlanChange } from './recordUpdates';
import { RecordRepository } from './repository';
import type { RepositoryOptions, Write } from './repository';
import type { RecordDraft, RecordUpdate, ResultForm } from './storage';
import { MAX_REMOVED_TOGETHER } from './limits';

export interface RecordStoreOptions extends RepositoryOptions {
  /** Maximum number of records. Pending ones don't count. */
  readonly limit: number;
  /** Returns a different name for each call, unique on this computer. */
  readonly uniqueId: () => string;
  /**
   * Counts the errors in the output of a compilation that may have failed, for the record's row. Resolves to null if
   * the row shows no count. `judged`: the judged text; null: unknown. Absent if no row shows a count.
   */
  readonly compileErrors?: (compile: Compilation, judged: string | null) => Promise<CompileErrors | null>;
}

export interface ReceivedResult {
  readonly envelope: Envelope;
  /** The response body as received; absent or null if not available. */
  readonly raw?: string | null;
  /** Encoding of `raw`; absent: as received. */
  readonly form?: ResultForm;
  /** Other facts about the record from the same response. */
  readonly about?: AboutResult | null;
}

export interface ReceiveOptions {
  readonly via: ResultOrigin;
  /** ms since 1970 */
  readonly receivedAt: number;
  /**
   * Adds the record if it is unknown. If absent, a result of an unknown record is ignored. A known record gets these
   * details. After a refresh it also gets these rules, because the user requested it with the current settings.
   */
  readonly add?: NewRecord;
}

export type ReceiveOutcome =
  /** `record`: the record after the call. */
  | { readonly kind: 'taken' | 'unchanged' | Exclude<MergeDecision, 'take'>; readonly record: KnownRecord }
  /** The record is unknown, and `add` was absent. */
  | { readonly kind: 'unknown' };

/** A record that is polled until it finishes. */
export interface TrackedRecord {
  readonly record: KnownRecord;
  readonly plan: Plan;
}

/** All stored data of a record, so that its removal can be undone. */
interface RecordBackup {
  readonly draft: RecordDraft;
  readonly source: string | null;
}

/** Reads one part of a record, and handles a failure of the read. */
type PartReader = <Part>(read: () => Promise<Part>) => Promise<Part | null>;

/**
 * The only store of results. Every result is passed to `receive`, and views listen to `onDidChange`. Records, final
 * results, and changes of details are saved before they are announced. A partial result is announced immediately and
 * written a moment later.
 */
export class RecordStore {
  private readonly repository: RecordRepository;
  private limit: number;
  private isPruning = false;
  /** Fires once for all records that changed together. Doesn't fire if only plans changed. */
  readonly onDidChange: RecordRepository['onDidChange'];
  /** Fires after `onDidChange` with the records whose plans changed, in this window or another one. */
  readonly onDidPlan: RecordRepository['onDidPlan'];

  constructor(private readonly options: RecordStoreOptions) {
    this.limit = options.limit;
    this.repository = new RecordRepository(options);
    this.onDidChange = this.repository.onDidChange;
    this.onDidPlan = this.repository.onDidPlan;
  }

  /** Returns all records, newest first. */
  records(): readonly KnownRecord[] {
    return this.repository.records();
  }

  get(key: RecordKey): KnownRecord | null {
    return this.repository.get(key)?.record ?? null;
  }

  /** Returns all tracked records, of all workspace folders. */
  tracked(): readonly TrackedRecord[] {
    return this.repository.trackedKeys().flatMap((key) => this.trackedOne(key) ?? []);
  }

  /** Returns a record with its plan. Null if it isn't tracked. */
  trackedOne(key: RecordKey): TrackedRecord | null {
    const { record, plan } = this.repository.get(key) ?? {};
    return record && plan ? { record, plan } : null;
  }

  /**
   * Changes the plan of a record (null ends tracking) and, in the same write, its state if one is passed. If the record
   * isn't tracked, only a plan that `begins` tracking has an effect. Resolves when the change is saved. Views aren't
   * notified of changed plans.
   */
  async setPlan(
    key: RecordKey,
    plan: Plan | null,
    { state = null, begins = false }: Partial<Omit<PlanChange, 'plan'>> = {},
  ): Promise<void> {
    await this.repository.ensureRead(key);
    if (!this.get(key)) return;
    await this.repository.update(key, { kind: 'plan', change: { plan, state, begins } });
  }

  /** Returns the record's result if it is in memory. If it returns null, `loadEnvelope` reads the result. */
  envelope(key: RecordKey): Envelope | null {
    return this.repository.envelope(key);
  }

  /** Reads the record's result. Null if there is none. Rejects with `StorageFailed` if it can't be read. */
  loadEnvelope(key: RecordKey): Promise<Envelope | null> {
    return this.repository.loadEnvelope(key);
  }

  /** Reads the record's result. Null if there is none, or if it can't be read, which is reported. */
  findEnvelope(key: RecordKey): Promise<Envelope | null> {
    return this.repository.orReport(() => this.repository.loadEnvelope(key));
  }

  /**
   * Returns the result as received, as JSON text. If the disk doesn't have it, encodes the result in memory. Null if
   * there is none. Rejects with `StorageFailed`.
   */
  rawResult(key: RecordKey): Promise<string | null> {
    return this.repository.rawResult(key);
  }

  /**
   * Adds a record, or resumes it if polling had ended without a final result. The record is saved before it is
   * announced. Resolves to null if another window removed it meanwhile.
   */
  async add(added: NewRecord): Promise<KnownRecord | null> {
    const key = recordKey(added.service, added.requestId);
    await this.repository.update(key, updating(addRecord(added, this.options.clock.now())));
    try {
      await this.prune();
    } catch (error) {
      // The surplus records stay until the next change.
      this.options.onError(error);
    }
    return this.get(key);
  }

  /**
   * Receives a result from any source. `decideMerge` decides whether it replaces the known one. If it does (`taken`),
   * `onDidChange` announces a change of the result before the promise resolves: polling depends on that event.
   */
  async receive(key: RecordKey, result: ReceivedResult, given: ReceiveOptions): Promise<ReceiveOutcome> {
    await this.repository.ensureRead(key);
    const how = result.about ? await this.storeFacts(key, result.about, given) : given;
    if (how.add) await this.addDetails(key, how.add);
    // Loads the old result for the comparison. If it can't be read, the announced change is less precise.
    await this.findEnvelope(key);
    const errors = await this.errorsIn(key, result.envelope, result.about?.code ?? null);
    const known = this.repository.get(key);
    const rules = rulesFor(known?.record ?? null, how);
    if (!rules) return { kind: 'unknown' };
    if (known && isNewer(known.record)) {
      this.repository.reportNewer(known.record);
      return { kind: 'older', record: known.record };
    }

    const old = this.envelope(key);
    const shared = old && reconcile(old, result.envelope);
    if (known && shared && !shared.change && sameJson(rules, known.record.rules)) {
      if (isRejudging(known.record)) await this.repository.update(key, updating(endRejudging));
      return { kind: 'unchanged', record: this.get(key) ?? known.record };
    }
    const envelope = shared?.envelope ?? result.envelope;
    const incoming: IncomingResult = {
      envelope,
      raw: result.raw ?? null,
      summary: summarise(envelope, rules, errors),
      rules,
      reference: { id: this.options.uniqueId(), receivedAt: how.receivedAt, form: formOf(result) },
      via: how.via,
    };
    const decision = decideOn(known, incoming);
    if (known && decision !== 'take') {
      if (decision === 'rejudging')
        await this.repository.update(key, updating(applyEvent({ kind: 'rejudging' })));
      return { kind: decision, record: this.get(key) ?? known.record };
    }

    await this.storeResult(key, incoming, how.add ?? null);
    const after = this.repository.get(key);
    if (!after) return { kind: 'unknown' };
    return { kind: after.result?.id === incoming.reference.id ? 'taken' : 'older', record: after.record };
  }

  /** Changes details of a record. Resolves to the record when it is saved, or to null if it is unknown. */
  update(key: RecordKey, patch: DetailsPatch): Promise<KnownRecord | null> {
    return this.updateKnown(key, patchDetails(patch));
  }

  /**
   * Sets a state that polling determined without a result, or that the user chose, see `nextState`. Resolves to the
   * record when it is saved, or to null if it is unknown.
   */
  setState(key: RecordKey, state: RecordState): Promise<KnownRecord | null> {
    return this.updateKnown(key, applyEvent({ kind: 'stateSet', state }));
  }

  /** Stores the current title and end of a record's contest. Resolves to the record, or to null if it is unknown. */
  setContest(key: RecordKey, contest: Contest): Promise<KnownRecord | null> {
    return this.updateKnown(key, setContest(contest));
  }

  /** Moves a record to another judge ID, with its result and texts, because the user renamed the judge. */
  async move(key: RecordKey, service: string): Promise<void> {
    const backup = await this.repository.orReport(() => this.backUp(key, (read) => read()));
    if (!backup) return;
    const { draft, source } = backup;
    const record = { ...draft.record, key: recordKey(service, draft.record.requestId), service };
    await this.restore({ draft: { ...draft, record }, source });
    await this.remove([key]);
  }

  /** Reads the known result again with other rules, because the judge's units or the meaning of its codes changed. */
  async applyRules(key: RecordKey, rules: JudgeSemantics): Promise<void> {
    const record = this.get(key);
    if (!record || isNewer(record) || sameJson(record.rules, rules)) return;
    const envelope = await this.findEnvelope(key);
    const errors = envelope && (await this.errorsIn(key, envelope, null));
    const summary = envelope && summarise(envelope, rules, errors);
    await this.repository.update(key, updating(rereadResult(rules, summary)));
  }

  /** Removes the records and all their stored data, a portion at a time. */
  async remove(keys: Iterable<RecordKey>): Promise<void> {
    const left = [...keys];
    await this.removePortions(() => left.splice(0, MAX_REMOVED_TOGETHER));
  }

  /** Removes these records. The returned function restores everything that could be read. */
  async removeUndoably(keys: readonly RecordKey[]): Promise<() => Promise<void>> {
    const readPart: PartReader = (read) => this.repository.orReport(read);
    const backups = await Promise.all(keys.map((key) => this.backUp(key, readPart)));
    await this.remove(keys);
    return async () => {
      await Promise.all(backups.filter((backup) => backup !== null).map((backup) => this.restore(backup)));
    };
  }

  /**
   * Stores a judged text. Returns its SHA-256, by which the record refers to the text. Null if the text exceeds 256
   * KiB, or if the disk failed, which is reported.
   */
  async keepSource(key: RecordKey, text: string): Promise<string | null> {
    if (isTooLargeToKeep(text)) return null;
    const hash = await hashOf(text);
    return this.repository.orReport(async () => {
      await this.repository.writeSource(key, hash, text);
      return hash;
    });
  }

  /**
   * Reads the judged text, or the file's text at the time of linking. Null if none is stored. Rejects with
   * `StorageFailed`.
   */
  async sourceText(key: RecordKey): Promise<string | null> {
    const record = this.get(key);
    const hash = record ? keptTextHash(record) : null;
    return hash === null ? null : this.repository.readSource(key, hash);
  }

  async setLimit(limit: number): Promise<void> {
    this.limit = limit;
    await this.prune();
  }

  /**
   * Reads all records from the disk, and drops those that another window removed. Called after the start, and on focus
   * if the file system doesn't report changes.
   */
  async loadAll(): Promise<void> {
    if (await this.repository.readAll()) await this.prune();
  }

  /**
   * Reads these records from the disk, and drops those that no longer exist. A window's first list can contain such
   * records, because it comes from the index.
   */
  reread(keys: readonly RecordKey[]): Promise<void> {
    return this.repository.reread(keys);
  }

  /** Tries to write all waiting changes, for example after the disk was full. */
  flush(): Promise<void> {
    return this.repository.flush();
  }

  close(): Promise<void> {
    return this.repository.close();
  }

  private async updateKnown(key: RecordKey, update: RecordUpdate): Promise<KnownRecord | null> {
    await this.repository.ensureRead(key);
    if (!this.get(key)) return null;
    await this.repository.update(key, updating(update));
    return this.get(key);
  }

  private async addDetails(key: RecordKey, added: NewRecord): Promise<void> {
    const current = this.repository.get(key);
    const update = addDetails(added);
    if (current && update(current) !== current) await this.repository.update(key, updating(update));
  }

  /**
   * Writes a result and announces it. A partial result of a known record is announced before it is written, any other
   * result afterwards.
   */
  private async storeResult(
    key: RecordKey,
    incoming: IncomingResult,
    added: NewRecord | null,
  ): Promise<void> {
    const write: Write = { kind: 'result', incoming, added, at: this.options.clock.now() };
    if (!this.get(key)) {
      await this.repository.update(key, write);
      await this.prune();
    } else if (incoming.summary.completion === 'finished') {
      await this.repository.update(key, write);
    } else {
      this.repository.updateSoon(key, write);
    }
  }

  /** Adds the facts of a response to a known record, without its result. */
  async addFacts(key: RecordKey, about: AboutResult): Promise<void> {
    await this.storeFacts(key, about, { via: 'refresh', receivedAt: this.options.clock.now() });
  }

  /**
   * Stores the judged text from a response. Adds its other facts to `options.add`, or to the record if `add` is absent.
   */
  private async storeFacts(
    key: RecordKey,
    about: AboutResult,
    options: ReceiveOptions,
  ): Promise<ReceiveOptions> {
    const known = this.get(key);
    if (!known && !options.add) return options;
    const isStored = about.code === null || known?.judgedHash;
    const judgedHash = isStored ? null : await this.keepSource(key, about.code);
    const submissionBefore = known?.submission ?? options.add?.submission ?? null;
    const details = detailsOf(known, about, judgedHash, submissionBefore);
    if (options.add) {
      const add = { addedAt: submittedAt(about, this.options.clock.now()), ...options.add, ...details };
      return { ...options, add };
    }
    await this.update(key, details);
    return options;
  }

  /**
   * Returns the errors of a compilation. Null if it succeeded, or if the errors can't be counted. `code`: the judged text
   * that the judge returned; null: none
   */
  private async errorsIn(
    key: RecordKey,
    { data }: Envelope,
    code: string | null,
  ): Promise<CompileErrors | null> {
    const compile = data?.compile;
    if (!compile?.message || compile.success === true) return null;
    try {
      const judged = code ?? (await this.judgedText(key));
      return (await this.options.compileErrors?.(compile, judged)) ?? null;
    } catch (error) {
      // The row shows no count.
      this.options.onError(error);
      return null;
    }
  }

  /** Returns the stored text. Null: another text was judged, or none is stored. */
  private async judgedText(key: RecordKey): Promise<string | null> {
    const record = this.get(key);
    const isJudged = record !== null && (record.judgedHash !== null || record.source?.how === 'submitted');
    return isJudged ? this.sourceText(key) : null;
  }

  private async backUp(key: RecordKey, readPart: PartReader): Promise<RecordBackup | null> {
    const current = this.repository.get(key);
    if (!current) return null;
    const { record, result } = current;
    if (isNewer(record)) {
      // This version can't read all of the record.
      this.repository.reportNewer(record);
      return null;
    }
    const envelope = await readPart(() => this.loadEnvelope(key));
    const raw = await readPart(() => this.rawResult(key));
    const source = await readPart(() => this.sourceText(key));
    const draft: RecordDraft = { record, result, plan: null };
    return { draft: envelope ? { ...draft, body: { envelope, raw } } : draft, source };
  }

  private async restore({ draft, source }: RecordBackup): Promise<void> {
    const { key } = draft.record;
    if (source !== null) await this.keepSource(key, source);
    // If the record was requested again meanwhile, the new one stays.
    await this.repository.update(
      key,
      updating((current) => current ?? draft),
    );
  }

  /** Removes portions until `next` returns an empty one. Views and requests aren't blocked by a long list. */
  private async removePortions(next: () => readonly RecordKey[]): Promise<void> {
    for (let keys = next(); keys.length > 0; keys = next()) {
      await this.repository.remove(keys);
      if (keys.length < MAX_REMOVED_TOGETHER) continue;
      await new Promise<void>((resolve) => void this.options.clock.after(0, resolve));
    }
  }

  /**
   * Removes the records beyond the limit. If a removal is already running, it also removes the new surplus.
   */
  private async prune(): Promise<void> {
    if (this.isPruning || this.repository.size <= this.limit) return;
    this.isPruning = true;
    const tried = new Set<RecordKey>();
    try {
      await this.removePortions(() => {
        const surplus = this.repository.isClosed ? [] : recordsBeyondLimit(this.records(), this.limit);
        const removable = surplus.filter(({ key }) => !tried.has(key));
        const keys = removable.slice(0, MAX_REMOVED_TOGETHER).map(({ key }) => key);
        for (const key of keys) tried.add(key);
        return keys;
      });
    } finally {
      this.isPruning = false;
    }
  }
}

/** Returns the submission time, ms since 1970; `now` if it is unknown or the judge's clock is ahead. */
function submittedAt({ at = null }: AboutResult, now: number): number {
  return at === null ? now : Math.min(at, now);
}

function updating(update: RecordUpdate): Write {
  return { kind: 'update', update };
}

/**
 * Returns the encoding of the stored text. If the received text isn't available, this extension encodes the envelope.
 */
function formOf({ raw, form = 'received' }: ReceivedResult): ResultForm {
  return raw === null || raw === undefined ? 'own' : form;
}

/**
 * Returns the rules for reading a new result. A refresh uses the current settings. Everything else uses the record's
 * rules.
 */
function rulesFor(known: KnownRecord | null, { add, via }: ReceiveOptions): JudgeSemantics | null {
  const current = add?.rules ?? null;
  return via === 'refresh' ? (current ?? known?.rules ?? null) : (known?.rules ?? current);
}
