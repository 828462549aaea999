import { setNewest } from '../../base/newestEntries';
import { presentText } from '../shared/files/files';
import { window, workspace, Uri, type Disposable } from 'vscode';
import {
  isOfAnotherUser,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
  type SourceLink,
} from '../../records';
import { sameJson } from '../../base/sameJson';
import { movedUri } from '../../base/paths';
import { MAX_KEPT_CODES } from './limits';

/** Finds the user's source file and the judged text of each record. */
export class LinkedSources implements Disposable {
  private readonly subscription: Disposable;
  /** code of submissions that aren't in the list */
  private readonly codes = new Map<RecordKey, string>();

  constructor(
    private readonly store: RecordStore,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) void this.follow(oldUri, newUri);
    });
  }

  /**
   * Returns the user's file: the submitted or linked one. If there is none, and the workspace is trusted, returns the
   * only file with the name that the compiler printed, unless another user sent the program. Null: none.
   */
  async fileOf(record: KnownRecord, printed: string | null): Promise<Uri | null> {
    if (record.source) return Uri.parse(record.source.uri, true);
    return printed === null || isOfAnotherUser(record) ? null : this.namedFile(printed);
  }

  /**
   * Finds the user's file by a printed name (`grader.h`). Null unless the workspace is trusted and exactly one file has
   * that name.
   */
  async namedFile(printed: string): Promise<Uri | null> {
    return workspace.isTrusted ? uniqueFile(printed) : null;
  }

  /**
   * Links a file to a record, and stores the file's current text. If the judged text is already known, only updates the
   * link.
   *
   * @param submitted the judged text, if it only became known now
   */
  async link({ key }: KnownRecord, uri: Uri, submitted?: string): Promise<void> {
    const { source: before, judgedHash } = this.store.get(key) ?? { source: null, judgedHash: null };
    if (before?.how === 'submitted' && submitted === undefined) {
      await this.store.update(key, { source: { ...before, uri: uri.toString() } });
      return;
    }
    if (judgedHash !== null && submitted === undefined) {
      // the judge returned the judged text
      await this.store.update(key, {
        source: { uri: uri.toString(), how: 'submitted', textHash: judgedHash },
      });
      return;
    }
    const text = submitted ?? (await presentText(uri));
    // the record may have been removed, with its texts
    if (!this.store.get(key)) return;
    const how = submitted === undefined ? 'tied' : 'submitted';
    const textHash = text === null ? null : await this.store.keepSource(key, text);
    await this.store.update(key, { source: { uri: uri.toString(), how, textHash } });
  }

  /** Returns the judged text; null: unknown. */
  async judgedText(record: KnownRecord): Promise<string | null> {
    try {
      return await this.store.sourceText(record.key);
    } catch (error) {
      this.onError('the judged text could not be read', error);
      return null;
    }
  }

  /** Keeps the code of a submission that isn’t in the list, until `MAX_KEPT_CODES` others were kept. */
  keepCode(key: RecordKey, code: string): void {
    setNewest(this.codes, key, code, MAX_KEPT_CODES);
  }

  /** Returns the code of a submission that isn’t in the list; null: none is kept. */
  keptCode(key: RecordKey): string | null {
    return this.codes.get(key) ?? null;
  }

  /** Returns the file of the active editor, if it belongs to the workspace; null: none. */
  activeFile(): Uri | null {
    const uri = window.activeTextEditor?.document.uri;
    return uri && workspace.getWorkspaceFolder(uri) ? uri : null;
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Updates the records of a renamed file or folder. */
  private async follow(from: Uri, to: Uri): Promise<void> {
    const moved = (uri: string): string => movedUri(uri, from.toString(), to.toString()) ?? uri;
    for (const { key, source } of this.store.records()) {
      if (!source) continue;
      const { others } = source;
      const now: SourceLink = {
        ...source,
        uri: moved(source.uri),
        ...(others ? { others: others.map(moved) } : {}),
      };
      if (!sameJson(now, source)) await this.store.update(key, { source: now });
    }
  }
}

async function uniqueFile(printed: string): Promise<Uri | null> {
  const name = nameToFind(printed);
  if (name === null) return null;
  const found = await workspace.findFiles(`**/${name}`, '**/node_modules/**', 2);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Returns the name under which a printed file can be searched on any operating system; null: the name isn't suitable.
 */
export function nameToFind(printed: string): string | null {
  const name = printed.split(/[\\/]/).pop() ?? '';
  return /\.\w+$/.test(name) && !/[*?{}[\]!]/.test(name) ? name : null;
}

/** Returns the records of a file, newest first. */
export function recordsOf(store: RecordStore, uri: Uri): readonly KnownRecord[] {
  const wanted = uri.toString();
  return store.records().filter(({ source }) => source?.uri === wanted);
}
