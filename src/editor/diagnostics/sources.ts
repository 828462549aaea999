import { presentText } from '../files';
import { window, workspace, Uri, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../../records';
import { movedUri } from '../../base/paths';
import { nameToFind } from './printedFiles';

/** Which of the user's files a record was made from, and what text was judged. */
export class Sources implements Disposable {
  private readonly subscription: Disposable;

  constructor(
    private readonly store: RecordStore,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) void this.follow(oldUri, newUri);
    });
  }

  /**
   * The user's file: the one that was submitted or tied; else, in a trusted workspace, the only file there of the
   * name that the compiler printed. Null where there is none.
   */
  async fileOf(record: KnownRecord, printed: string | null): Promise<Uri | null> {
    if (record.source) return Uri.parse(record.source.uri, true);
    return printed === null ? null : this.namedFile(printed);
  }

  /** The user's file that a printed name of another file means (`grader.h`): the only one of that name, or null. */
  async namedFile(printed: string): Promise<Uri | null> {
    return workspace.isTrusted ? uniqueFile(printed) : null;
  }

  /**
   * Ties a file to a record and keeps its text as it is now. What was submitted is known better than that: it stays
   * what was judged, wherever its file is.
   *
   * @param submitted exactly what was judged, where that is known only now
   */
  async tie({ key }: KnownRecord, uri: Uri, submitted?: string): Promise<void> {
    const { source: before, judgedHash } = this.store.get(key) ?? { source: null, judgedHash: null };
    if (before?.how === 'submitted' && submitted === undefined) {
      await this.store.update(key, { source: { ...before, uri: uri.toString() } });
      return;
    }
    if (judgedHash !== null && submitted === undefined) {
      // the service has told what it judged
      await this.store.update(key, {
        source: { uri: uri.toString(), how: 'submitted', textHash: judgedHash },
      });
      return;
    }
    const text = submitted ?? (await presentText(uri));
    // it may be gone by now, and its texts with it
    if (!this.store.get(key)) return;
    const how = submitted === undefined ? 'tied' : 'submitted';
    const textHash = text === null ? null : await this.store.keepSource(key, text);
    await this.store.update(key, { source: { uri: uri.toString(), how, textHash } });
  }

  /** What was judged, as far as it is known; null: it isn't. */
  async judgedText(record: KnownRecord): Promise<string | null> {
    try {
      return await this.store.sourceText(record.key);
    } catch (error) {
      this.onError('the judged text could not be read', error);
      return null;
    }
  }

  /** The file that a person probably means: that of the active editor, where it is one of the workspace's. */
  activeFile(): Uri | null {
    const uri = window.activeTextEditor?.document.uri;
    return uri && workspace.getWorkspaceFolder(uri) ? uri : null;
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** A file or folder was renamed: its records go with it. */
  private async follow(from: Uri, to: Uri): Promise<void> {
    for (const record of this.store.records()) {
      const moved = record.source && movedUri(record.source.uri, from.toString(), to.toString());
      if (moved) await this.store.update(record.key, { source: { ...record.source, uri: moved } });
    }
  }
}

async function uniqueFile(printed: string): Promise<Uri | null> {
  const name = nameToFind(printed);
  if (name === null) return null;
  const found = await workspace.findFiles(`**/${name}`, '**/node_modules/**', 2);
  return found.length === 1 ? (found[0] ?? null) : null;
}
