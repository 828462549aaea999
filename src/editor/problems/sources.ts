import { presentText } from '../shared/files';
import { window, workspace, Uri, Disposable } from 'vscode';
import { type KnownRecord, type RecordStore, recordKey, type RecordKey } from '../../records';
import { movedUri } from '../../base/paths';
import { caseIn, outputsOf } from '../../judge';
import type { CaseIdentity } from '../../panel/messages';

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

const judgedScheme = 'judge-judged';
const outputScheme = 'judge-output';

/** Which text: one side of what a case says of the output. */
interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: 'expected' | 'actual';
}

/** What is compared, as read-only documents: texts that were judged, what a case should have written and what it wrote. */
export function provideComparedTexts(store: RecordStore, sources: Sources): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(judgedScheme, {
      provideTextDocumentContent: async (uri) => {
        const { service, requestId } = JSON.parse(uri.query) as { service: string; requestId: string };
        const record = store.get(recordKey(service, requestId));
        return (record && (await sources.judgedText(record))) ?? '';
      },
    }),
    workspace.registerTextDocumentContentProvider(outputScheme, {
      provideTextDocumentContent: async (uri) => {
        const place = JSON.parse(uri.query) as OutputPlace;
        const one = caseIn(await store.loadEnvelope(place.key), place);
        return (one && outputsOf(one)?.[place.side]) ?? '';
      },
    }),
  );
}

/** It ends like the file, so that it is shown in the file's language. */
export function judgedUri({ service, requestId }: KnownRecord, file: Uri): Uri {
  return Uri.from({ scheme: judgedScheme, path: file.path, query: JSON.stringify({ service, requestId }) });
}

export function outputUri(place: OutputPlace): Uri {
  return Uri.from({ scheme: outputScheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
}

/** The name that a printed file is looked for by, whatever system printed it; null: not to be found by its name. */
export function nameToFind(printed: string): string | null {
  const name = printed.split(/[\\/]/).pop() ?? '';
  return /\.\w+$/.test(name) && !/[*?{}[\]!]/.test(name) ? name : null;
}

/** The records of a file, the newest first. */
export function recordsOf(store: RecordStore, uri: Uri): readonly KnownRecord[] {
  const wanted = uri.toString();
  return store.records().filter(({ source }) => source?.uri === wanted);
}
