import { languages, Uri, workspace, type Diagnostic, type Disposable } from 'vscode';
import { parseCompilerOutput, type CompilerDiagnostic } from '../../compiler';
import type { KnownRecord, RecordKey, RecordStore } from '../../records';
import { judgedFile } from './judgedFile';
import { isAnotherFile, place, presentOf, type KeptText, type Placed, type PresentText } from './placing';
import { minimumSeverity, problemOf, severityOf } from './problem';
import { presentText, type Sources } from './sources';

/** What one record has put into the Problems of the user's files, and where each came from. */
export interface Published {
  readonly key: RecordKey;
  /** the file when they were placed */
  readonly text: PresentText;
  readonly placed: readonly { readonly problem: Diagnostic; readonly placed: Placed }[];
}

/** What a compile message says about one file. */
export interface Marks {
  readonly file: Uri;
  readonly text: PresentText;
  readonly placed: readonly Placed[];
}

/** Most Problems of one file: a judge's message may hold thousands of the same. */
const most = 1000;
/** How long typing rests before Problems are placed anew, ms. */
const typingRest = 400;

/** The judge's compiler messages as Problems: the newest judging of a file owns the Problems in it. */
export class Problems implements Disposable {
  private readonly collection = languages.createDiagnosticCollection('judge');
  /** by URI of the file that carries the Problems */
  private readonly published = new Map<string, Published>();
  /**
   * by URI of a program: its newest judging, which decides what is said in it, if only that there is nothing to say
   */
  private readonly owners = new Map<string, RecordKey>();
  /** the files that a record has marked */
  private readonly marked = new Map<RecordKey, Set<string>>();
  private readonly disposables: Disposable[];
  private readonly resting = new Map<string, NodeJS.Timeout>();
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: RecordStore,
    private readonly sources: Sources,
    private readonly onTrouble: (what: string, error: unknown) => void,
  ) {
    const files = workspace.createFileSystemWatcher('**/*');
    const lookAgain = (uri: Uri): void => this.placeAfterRestIn(uri);
    this.disposables = [
      this.collection,
      files,
      files.onDidCreate(lookAgain),
      files.onDidChange(lookAgain),
      files.onDidDelete(lookAgain),
      store.onDidChange((change) => this.later(() => this.update(change))),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('judgeResults.diagnostics')) this.later(() => this.republishAll());
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.placeAfterRest(document.uri.toString());
      }),
      workspace.onDidOpenTextDocument((document) => this.placeAfterRest(document.uri.toString())),
    ];
  }

  /** Puts the newest known Problems of every tied file back, after a start, and those of other files anew. */
  async republishAll(): Promise<void> {
    const newest = new Map<string, KnownRecord>();
    for (const key of this.owners.values()) {
      const record = this.store.get(key);
      if (record && !record.source) newest.set(key, record);
    }
    for (const record of this.store.records()) {
      const source = record.source?.uri;
      if (source && record.summary?.hasCompilation && !newest.has(source)) newest.set(source, record);
    }
    for (const record of newest.values()) await this.publish(record);
  }

  /** What stands in a file, for quick fixes. */
  in(uri: Uri): Published | null {
    return this.published.get(uri.toString()) ?? null;
  }

  dispose(): void {
    for (const timer of this.resting.values()) clearTimeout(timer);
    this.disposables.forEach((one) => void one.dispose());
  }

  private async update(change: Parameters<Parameters<RecordStore['onDidChange']>[0]>[0]): Promise<void> {
    const left = change.removed.flatMap((key) => this.release(key));
    const touched = [
      ...change.added,
      ...[...change.nodes]
        .filter(([, nodes]) => nodes.compile || nodes.whole || nodes.details)
        .map(([key]) => key),
    ];
    for (const key of touched) {
      const record = this.store.get(key);
      left.push(...(record?.summary?.hasCompilation ? await this.publish(record) : this.release(key)));
    }
    for (const uri of new Set(left)) await this.handOn(uri);
  }

  /** The judging that decided what is said in a file did so last: the one before it does now. */
  private async handOn(uri: string): Promise<void> {
    if (this.owners.has(uri)) return;
    const next = this.newestOf(uri);
    if (next) await this.publish(next);
  }

  /**
   * Where a record's messages stand in the user's files now, whether they are shown as Problems or not; null where
   * none of its files is known.
   */
  async placesOf(record: KnownRecord): Promise<readonly Marks[] | null> {
    const compile = (await this.store.findEnvelope(record.key))?.data?.compile;
    if (!compile?.message) return null;
    const diagnostics = parseCompilerOutput(compile.message);
    const main = judgedFile(diagnostics);
    const file = await this.sources.fileOf(record, main);
    if (!file) return null;
    const own = diagnostics.filter((one) => one.file === main || one.file === null);
    const judged = record.source && (await this.sources.judgedText(record));
    const kept = record.source && judged !== null ? { text: judged, how: record.source.how } : null;
    const first = await marksOf(file, kept, own);
    if (!first || (!record.source && isAnotherFile(first.placed))) return null;
    const marks = [first];
    for (const [printed, theirs] of othersByFile(diagnostics, main)) {
      const other = await this.sources.namedFile(printed);
      const more = other && other.toString() !== file.toString() && (await marksOf(other, null, theirs));
      if (more && !isAnotherFile(more.placed)) marks.push(more);
    }
    return marks;
  }

  /**
   * Shows a record's messages in place of those of an older judging of its file, also where it has none: a clean
   * compilation says nothing in a file, and what was said before is over. An older judging than the newest one of a
   * file changes nothing there.
   *
   * @returns the files that it decided about before, and may not any more
   */
  private async publish(record: KnownRecord): Promise<string[]> {
    const marks = (await this.placesOf(record)) ?? [];
    const now = this.store.get(record.key);
    // removed or tied anew meanwhile: that comes next
    if (!now || now.source?.uri !== record.source?.uri) return [];
    const left = this.release(record.key);
    const { source } = record;
    if (source && this.newestOf(source.uri)?.key !== record.key) return left;
    const main = marks[0]?.file.toString() ?? source?.uri;
    if (main !== undefined) {
      const owner = this.owners.get(main);
      if (owner !== undefined && (this.store.get(owner)?.addedAt ?? 0) > record.addedAt) return left;
      if (owner !== undefined) this.release(owner);
      this.owners.set(main, record.key);
    }
    for (const one of marks) this.show(record, one);
    return left;
  }

  private newestOf(uri: string): KnownRecord | undefined {
    return this.store
      .records()
      .find(({ source, summary }) => source?.uri === uri && summary?.hasCompilation === true);
  }

  private show(record: KnownRecord, { file, text, placed }: Marks): void {
    const uri = file.toString();
    if (!this.isEnabled(file)) {
      this.drop(uri);
      return;
    }
    const least = minimumSeverity(file);
    const shown = placed
      .filter(({ diagnostic }) => severityOf(diagnostic) <= least)
      .slice(0, most)
      .map((at) => ({ problem: problemOf(record, file, at, text), placed: at }));
    this.published.set(uri, { key: record.key, text, placed: shown });
    this.marked.set(record.key, (this.marked.get(record.key) ?? new Set()).add(uri));
    this.collection.set(
      file,
      shown.map(({ problem }) => problem),
    );
  }

  /** Takes back what a record says. Returns the programs that it decided about. */
  private release(key: RecordKey): string[] {
    for (const uri of this.marked.get(key) ?? []) if (this.published.get(uri)?.key === key) this.drop(uri);
    this.marked.delete(key);
    const left = [...this.owners].filter(([, owner]) => owner === key).map(([uri]) => uri);
    for (const uri of left) this.owners.delete(uri);
    return left;
  }

  private drop(uri: string): void {
    this.published.delete(uri);
    this.collection.delete(Uri.parse(uri, true));
  }

  /** A file has changed on the disk, or a folder has gone with all that is in it. */
  private placeAfterRestIn(changed: Uri): void {
    const uri = changed.toString();
    for (const known of new Set([...this.owners.keys(), ...this.published.keys()])) {
      if (known === uri || known.startsWith(`${uri}/`)) this.placeAfterRest(known);
    }
  }

  private placeAfterRest(uri: string): void {
    if (this.ownerOf(uri) === undefined) return;
    clearTimeout(this.resting.get(uri));
    this.resting.set(
      uri,
      setTimeout(() => {
        this.resting.delete(uri);
        this.later(async () => {
          const key = this.ownerOf(uri);
          const record = key === undefined ? null : this.store.get(key);
          if (record) await this.publish(record);
        });
      }, typingRest),
    );
  }

  private ownerOf(uri: string): RecordKey | undefined {
    return this.owners.get(uri) ?? this.published.get(uri)?.key;
  }

  private isEnabled(file: Uri): boolean {
    return workspace.getConfiguration('judgeResults.diagnostics', file).get<boolean>('enabled', true);
  }

  /** One after the other, so that an older answer never lands after a newer one. */
  private later(work: () => Promise<void>): void {
    this.queue = this.queue.then(work).catch((error: unknown) => this.onTrouble('problems', error));
  }
}

/** Null where the file can't be read: there is nothing to mark then. */
async function marksOf(
  file: Uri,
  kept: KeptText | null,
  diagnostics: readonly CompilerDiagnostic[],
): Promise<Marks | null> {
  const current = await presentText(file);
  if (current === null) return null;
  const text = presentOf(current, kept);
  return { file, text, placed: diagnostics.map((diagnostic) => place(diagnostic, text)) };
}

function othersByFile(
  diagnostics: readonly CompilerDiagnostic[],
  main: string | null,
): ReadonlyMap<string, readonly CompilerDiagnostic[]> {
  const groups = new Map<string, CompilerDiagnostic[]>();
  for (const one of diagnostics) {
    if (one.file === null || one.file === main) continue;
    const group = groups.get(one.file);
    if (group) group.push(one);
    else groups.set(one.file, [one]);
  }
  return groups;
}
