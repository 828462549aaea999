import { currentFolder, openText, presentText } from '../shared/files/files';
import {
  EventEmitter,
  languages,
  Location,
  Range,
  Uri,
  workspace,
  type Diagnostic,
  type Disposable,
} from 'vscode';
import { TaskQueue } from '../../base/async';
import { systemClock, type Clock } from '../../base/ports';
import type { CompilerDiagnostic } from '../../compiler';
import { meaningOf, wasNotRun, type Compilation, type Envelope } from '../../results';
import type { KnownRecord, RecordKey, RecordSummary, RecordStore, StoreChangeEvent } from '../../records';
import { sameJson } from '../../base/sameJson';
import { diagnosticsOf, type PrintedAt } from './compilerOutput';
import { filesOfDiagnostics, printedFiles, type FileDiagnostics } from './fileDiagnostics';
import { remarksIn, type RemarkDiagnostic } from './lineRemarks';
import { runtimeErrorsIn, type RuntimeError } from './runtimeErrors';
import { choiceSetting, onDidChangeSettings, switchSetting } from '../shared/settings/settings';
import { FileWatchers } from './fileWatchers';
import { leastSeverity, moveProblem, problemOf, severityOf } from './makeProblem';
import type { LinkedSources } from './linkedSources';
import { MAX_UNTIED, TYPING_PAUSE_MS } from './limits';

export interface ShownFile {
  readonly key: RecordKey;
  readonly file: FileDiagnostics;
  readonly problems: ReadonlyMap<CompilerDiagnostic, Diagnostic>;
}

/** The diagnostics of a record, and the files that contain them. */
interface Published {
  readonly source: KnownRecord['source'];
  readonly compile: Compilation | null;
  readonly runtimeErrors: readonly RuntimeError[];
  readonly remarks: readonly RemarkDiagnostic[];
  /** Null: none of its files was found, or there is nothing to show. */
  readonly files: readonly FileDiagnostics[] | null;
}

/**
 * Publishes diagnostics as Problems. The most recent result of a file owns the Problems in it. They move to the current
 * position of their text when the file is opened, saved, or closed, and at a pause in typing. In between, VS Code moves
 * only their marks in the editor.
 */
export class Problems implements Disposable {
  private readonly collection = languages.createDiagnosticCollection('judge');
  /** by URI of the file that contains the Problems */
  private readonly shown = new Map<string, ShownFile>();
  private readonly published = new Map<RecordKey, Published>();
  /** Key of the most recent result by URI of its program. It owns the Problems of the program, even if it has none. */
  private readonly owners = new Map<string, RecordKey>();
  private readonly moved = new EventEmitter<RecordKey>();
  /** Fires after the positions of a record's Problems may have changed, without a change of the record. */
  readonly onDidMove = this.moved.event;
  private readonly watchers = new FileWatchers((uri) => this.refreshInside([uri]));
  /** whether the files to watch may have changed */
  private isWatchOutdated = false;
  private readonly disposables: Disposable[];
  private isDisposed = false;
  /** URIs of the edited files whose Problems may have to be moved */
  private readonly edited = new Set<string>();
  private pause: Disposable | null = null;
  private readonly work = new TaskQueue((error) => this.onError('problems', error));

  constructor(
    private readonly store: RecordStore,
    private readonly sources: LinkedSources,
    private readonly onError: (what: string, error: unknown) => void,
    private readonly clock: Pick<Clock, 'after'> = systemClock,
  ) {
    const refreshDocument = ({ uri }: { readonly uri: Uri }): void => this.refreshInside([uri]);
    this.disposables = [
      this.collection,
      this.watchers,
      this.moved,
      store.onDidChange((change) => this.enqueue(() => this.update(change))),
      onDidChangeSettings('diagnostics', () => this.enqueue(() => this.republishAll())),
      workspace.onDidOpenTextDocument((document) => {
        this.in(document.uri)?.file.positions.catchUp(document.getText());
        refreshDocument(document);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const shown = this.in(document.uri);
        shown?.file.positions.follow(contentChanges, document.getText());
        // saved, or reloaded from disk
        if (!document.isDirty) refreshDocument(document);
        else if (shown && contentChanges.length > 0) this.moveAtPause(document.uri);
      }),
      // unsaved changes may have been discarded
      workspace.onDidCloseTextDocument(refreshDocument),
      workspace.onDidCreateFiles(({ files }) => this.refreshInside(files)),
      workspace.onDidDeleteFiles(({ files }) => this.refreshInside(files)),
      workspace.onDidRenameFiles(({ files }) =>
        this.refreshInside(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
    ];
    this.enqueue(() => this.republishAll());
  }

  /**
   * Publishes the most recent result of every linked file, and the most recent results without a file. Called after
   * this code was loaded, and after a setting has changed.
   */
  private async republishAll(): Promise<void> {
    const records = this.store.records();
    const newest = new Map<string, KnownRecord>();
    for (const record of records) {
      const source = record.source?.uri;
      if (source && isAboutFiles(record) && !newest.has(source)) newest.set(source, record);
    }
    const folder = currentFolder();
    const untied = records.filter(
      (record) => !record.source && record.folder === folder && record.summary?.hasCompileMessage === true,
    );
    const shown = [...this.owners.values()].flatMap((key) => this.store.get(key) ?? []);
    const all = [
      ...newest.values(),
      ...untied.slice(0, MAX_UNTIED),
      ...shown.filter((record) => !record.source),
    ];
    for (const record of new Set(all)) await this.publish(record);
  }

  in(uri: Uri): ShownFile | null {
    return this.shown.get(uri.toString()) ?? null;
  }

  /**
   * Returns the user's files that a record's diagnostics refer to, even if they aren't shown there. The judged program
   * comes first; null: unknown. Updates the positions to the current text.
   */
  async filesOf(record: KnownRecord): Promise<readonly FileDiagnostics[] | null> {
    const { files } = await this.find(record);
    for (const { file, positions } of files ?? []) {
      const text = await presentText(file);
      if (text !== null) positions.catchUp(text);
    }
    return files;
  }

  /**
   * Returns the positions of a record's compiler messages in the user's files, by their line in the compiler output
   * (`messageLine`). Omits unknown positions.
   */
  async positionsOf(record: KnownRecord): Promise<ReadonlyMap<number, Location>> {
    const locations = new Map<number, Location>();
    for (const { file, positions } of (await this.filesOf(record)) ?? []) {
      for (const diagnostic of positions.diagnostics) {
        // runtime errors and remarks aren't in the compiler output
        if (diagnostic.messageLine < 0 || diagnostic.line === null) continue;
        if (locations.has(diagnostic.messageLine)) continue;
        const { line, start, end } = positions.where(diagnostic);
        locations.set(diagnostic.messageLine, new Location(file, new Range(line, start, line, end)));
      }
    }
    return locations;
  }

  /** Returns the position of a diagnostic or note in the user’s files; null: unknown. */
  async whereIs(
    record: KnownRecord,
    { diagnostic, note }: Pick<PrintedAt, 'diagnostic' | 'note'>,
  ): Promise<Location | null> {
    for (const { file, positions } of (await this.filesOf(record)) ?? []) {
      const own = positions.diagnostics.find(({ messageLine }) => messageLine === diagnostic.messageLine);
      const its = own && note && own.related[diagnostic.related.indexOf(note)];
      if (!own || own.line === null || (note && !its)) continue;
      const at = its ? positions.find(its) : positions.where(own);
      if (at) return new Location(file, new Range(at.line, at.start, at.line, at.end));
    }
    return null;
  }

  dispose(): void {
    this.isDisposed = true;
    this.pause?.dispose();
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  private async update(change: StoreChangeEvent): Promise<void> {
    const left = [...change.removed].flatMap((key) => this.release(key));
    for (const key of [...change.added, ...change.nodes.keys()]) {
      const record = this.store.get(key);
      if (!record || !isAboutFiles(record)) left.push(...this.release(key));
      else if (await this.saysMore(record, change)) left.push(...(await this.publish(record)));
    }
    for (const uri of new Set(left)) await this.publishNextOlder(uri);
  }

  /** Returns whether a change affects the user’s files. Cases change very often, and rarely affect them. */
  private async saysMore(record: KnownRecord, { nodes }: StoreChangeEvent): Promise<boolean> {
    const changed = nodes.get(record.key);
    if (!changed || changed.wholeRecord || changed.details || changed.compile) return true;
    const known = this.published.get(record.key);
    const envelope = await this.store.findEnvelope(record.key);
    return (
      !known ||
      known.remarks !== remarksIn(envelope) ||
      !sameJson(
        known.runtimeErrors,
        runtimeErrorsIn(envelope, record.rules, programFiles(record.source, envelope)),
      )
    );
  }

  /** If a file has no owner anymore, publishes its next older result. */
  private async publishNextOlder(uri: string): Promise<void> {
    if (this.owners.has(uri)) return;
    const next = this.newestOf(uri);
    if (next) await this.publish(next);
  }

  private async find(record: KnownRecord): Promise<Published> {
    const envelope = await this.store.findEnvelope(record.key);
    const compile = envelope?.data?.compile ?? null;
    const { source } = record;
    const known = this.published.get(record.key);
    const found = runtimeErrorsIn(envelope, record.rules, programFiles(source, envelope));
    const runtimeErrors = known && sameJson(known.runtimeErrors, found) ? known.runtimeErrors : found;
    const remarks = remarksIn(envelope);
    // A file that isn't shown may have been created or deleted meanwhile.
    const isShown = known?.files?.every((published) => this.in(published.file)?.file === published);
    const isKnown =
      known?.compile === compile && known.runtimeErrors === runtimeErrors && known.remarks === remarks;
    if (isShown && isKnown && isSameSource(known.source, source)) return known;
    const diagnostics = [...(compile ? diagnosticsOf(compile) : []), ...runtimeErrors, ...remarks];
    const files = saysAnything({ compile, runtimeErrors, remarks })
      ? await filesOfDiagnostics(record, diagnostics, this.sources)
      : null;
    return { source, compile, runtimeErrors, remarks, files };
  }

  /**
   * Publishes a record's diagnostics, and removes those of an older result of the same file, even if the record has
   * none. If the file has a more recent result, only removes the record's diagnostics.
   *
   * @returns the files that the record no longer owns
   */
  private async publish(record: KnownRecord): Promise<string[]> {
    const published = await this.find(record);
    const now = this.store.get(record.key);
    // removed or linked to another file meanwhile, which is handled next
    if (!now || now.source?.uri !== record.source?.uri) return [];
    const left = this.release(record.key);
    const { source } = record;
    if (source && this.newestOf(source.uri)?.key !== record.key) return left;
    const program = published.files?.[0]?.file.toString() ?? source?.uri;
    if (program !== undefined) {
      const owner = this.owners.get(program);
      if (owner !== undefined && (this.store.get(owner)?.addedAt ?? 0) > record.addedAt) return left;
      if (owner !== undefined) this.release(owner);
      this.owners.set(program, record.key);
      this.isWatchOutdated = true;
    }
    this.published.set(record.key, published);
    for (const file of published.files ?? []) this.setProblems(record, file);
    return left;
  }

  private newestOf(uri: string): KnownRecord | undefined {
    return this.store.records().find((record) => record.source?.uri === uri && isAboutFiles(record));
  }

  private setProblems(record: KnownRecord, file: FileDiagnostics): void {
    const uri = file.file.toString();
    const open = openText(file.file);
    if (open !== null) file.positions.catchUp(open);
    const isEnabled = switchSetting('diagnostics.enabled', file.file);
    const least = leastSeverity(choiceSetting('diagnostics.minimumSeverity', file.file));
    const shown = this.shown.get(uri);
    const before = shown?.file === file ? shown : null;
    const problems = new Map<CompilerDiagnostic, Diagnostic>();
    const shownOnce = new Set<string>();
    for (const diagnostic of isEnabled ? file.positions.diagnostics : []) {
      if (severityOf(diagnostic) > least) continue;
      // one call can cause several errors in a library for the same reason
      const fault = faultOf(diagnostic);
      if (shownOnce.has(fault)) continue;
      shownOnce.add(fault);
      const known = before?.problems.get(diagnostic);
      if (known) moveProblem(known, record, file, diagnostic);
      problems.set(diagnostic, known ?? problemOf(record, file, diagnostic));
    }
    if (problems.size === 0) return this.drop(uri);
    this.shown.set(uri, { key: record.key, file, problems });
    this.isWatchOutdated = true;
    this.collection.set(file.file, [...problems.values()]);
  }

  /** Removes a record’s Problems. Returns the programs that it owned. */
  private release(key: RecordKey): string[] {
    for (const [uri, shown] of this.shown) if (shown.key === key) this.drop(uri);
    this.published.delete(key);
    const left = [...this.owners].filter(([, owner]) => owner === key).map(([uri]) => uri);
    for (const uri of left) this.owners.delete(uri);
    if (left.length > 0) this.isWatchOutdated = true;
    return left;
  }

  private drop(uri: string): void {
    if (!this.shown.delete(uri)) return;
    this.isWatchOutdated = true;
    this.collection.delete(Uri.parse(uri, true));
  }

  /** Refreshes the files with Problems or an owner that are one of `changed`, or inside of a changed folder. */
  private refreshInside(changed: readonly Uri[]): void {
    const paths = changed.map(String);
    for (const uri of new Set([...this.shown.keys(), ...this.owners.keys()])) {
      const isInside = paths.some((path) => uri === path || uri.startsWith(`${path}/`));
      if (isInside) this.enqueue(() => this.refreshFile(uri));
    }
  }

  private moveAtPause(uri: Uri): void {
    this.edited.add(uri.toString());
    this.pause?.dispose();
    this.pause = this.clock.after(TYPING_PAUSE_MS, () => {
      const edited = [...this.edited];
      this.edited.clear();
      this.enqueue(async () => edited.forEach((one) => this.moveProblems(one)));
    });
  }

  /** Publishes the Problems of an open file again if the position of one of them changed. */
  private moveProblems(uri: string): void {
    const shown = this.shown.get(uri);
    const record = shown && this.store.get(shown.key);
    if (!shown || !record) return;
    let isMoved = false;
    for (const [diagnostic, problem] of shown.problems)
      if (moveProblem(problem, record, shown.file, diagnostic)) isMoved = true;
    if (!isMoved) return;
    this.collection.set(shown.file.file, [...shown.problems.values()]);
    this.moved.fire(shown.key);
  }

  /**
   * Moves the Problems of a file to the current position of their text. If the file was created or deleted, publishes
   * them again.
   */
  private async refreshFile(uri: string): Promise<void> {
    const shown = this.shown.get(uri);
    const text = shown && (await presentText(shown.file.file));
    const record = this.store.get(shown?.key ?? this.owners.get(uri) ?? '');
    if (!record || this.shown.get(uri) !== shown) return;
    if (shown && typeof text === 'string') {
      shown.file.positions.catchUp(openText(shown.file.file) ?? text);
      this.setProblems(record, shown.file);
    } else if (shown || this.isMissing(uri, record)) {
      this.published.delete(record.key);
      await this.publish(record);
    } else return;
    this.moved.fire(record.key);
  }

  /** Returns whether a result has diagnostics for the file, but the file can’t be read. */
  private isMissing(uri: string, { key }: KnownRecord): boolean {
    const published = this.published.get(key);
    return (
      this.owners.get(uri) === key && published !== undefined && !published.files && saysAnything(published)
    );
  }

  /** Runs work in sequence, so that an older result can't overwrite a newer one. */
  private enqueue(work: () => Promise<void>): void {
    this.work.add(async () => {
      await work();
      if (this.isDisposed || !this.isWatchOutdated) return;
      this.isWatchOutdated = false;
      this.watchers.watch(this.watchedFiles());
    });
  }

  /** Returns the files with Problems, and the missing files that would have some. */
  private watchedFiles(): ReadonlySet<string> {
    const missing = [...this.owners].filter(([uri, key]) => {
      const record = this.store.get(key);
      return record !== null && this.isMissing(uri, record);
    });
    return new Set([...this.shown.keys(), ...missing.map(([uri]) => uri)]);
  }
}

/**
 * Returns whether a result can affect the Problems in the user's files, even if only by removing them. Without a
 * compilation, only remarks, errors in the output of its cases, and a verdict of a program that was run can do so, and
 * only in a linked file.
 */
function isAboutFiles(record: KnownRecord): boolean {
  const { source, summary } = record;
  if (!summary) return false;
  if (summary.hasCompilation) return true;
  return (
    source !== null && (summary.progress.done > 0 || summary.hasRemarks === true || wasRun(record, summary))
  );
}

/** Returns whether the verdict means that the program was compiled and run. Many judges show a team nothing else. */
function wasRun({ rules }: KnownRecord, { status }: RecordSummary): boolean {
  const meaning = meaningOf(rules.statuses, status);
  if (!meaning || meaning.kind === 'pending' || meaning.kind === 'error') return false;
  return meaning.style !== 'compileError' && !wasNotRun(meaning);
}

/** Returns the same text for diagnostics that look the same. */
function faultOf({ severity, line, column, code, message }: CompilerDiagnostic): string {
  return JSON.stringify([severity, line, column, code, message]);
}

/** Returns the paths of the program, on the user's computer and at the judge. */
function programFiles(source: KnownRecord['source'], envelope: Envelope | null): string[] {
  const compile = envelope?.data?.compile;
  const printed = compile ? printedFiles(diagnosticsOf(compile)).judged.name : null;
  const own = source ? Uri.parse(source.uri, true).path : null;
  return [own, printed].filter((path) => path !== null);
}

function saysAnything({ compile, runtimeErrors, remarks }: Omit<Published, 'source' | 'files'>): boolean {
  return !!compile?.message || runtimeErrors.length > 0 || remarks.length > 0;
}

function isSameSource(a: KnownRecord['source'], b: KnownRecord['source']): boolean {
  return sameJson(a, b);
}
