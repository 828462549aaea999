// Replaces the parts of VS Code that Problems use: files and documents, events about their changes, and the Problems
// themselves. `loadProblems` installs it as `vscode`.
import type { TextEdit, TextPosition } from '../../../src/editor/diagnostics/textChanges';

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query = '',
    readonly fragment = '',
  ) {}
  static parse(text: string): Uri {
    return new Uri(text.slice(0, text.indexOf(':')), text.replace(/^\w+:\/\//, ''));
  }
  static from(parts: Partial<Uri>): Uri {
    return new Uri(parts.scheme ?? '', parts.path ?? '', parts.query, parts.fragment);
  }
  static joinPath({ scheme, path }: Uri, ...names: readonly string[]): Uri {
    const folder = names[0] === '..' ? path.slice(0, path.lastIndexOf('/')) : [path, ...names].join('/');
    return new Uri(scheme, folder);
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export class Range {
  readonly start: TextPosition;
  readonly end: TextPosition;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = { line, character };
    this.end = { line: endLine, character: endCharacter };
  }
  isEqual(other: Range): boolean {
    return JSON.stringify(this) === JSON.stringify(other);
  }
}

export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Range,
  ) {}
}

export class Diagnostic {
  source = '';
  relatedInformation: readonly DiagnosticRelatedInformation[] = [];
  constructor(
    public range: Range,
    public message: string,
    readonly severity: number,
  ) {
    if (!message) throw new TypeError('message must be set');
  }
}

export class DiagnosticRelatedInformation {
  constructor(
    readonly location: Location,
    readonly message: string,
  ) {}
}

/** Used for compiler output as documents, which tests here don't open. */
export class DocumentLink {}
export class FoldingRange {}

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };

export class Disposable {
  constructor(readonly dispose: () => void) {}
  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

function emitter<Event>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    on: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return new Disposable(() => void listeners.delete(listener));
    },
    fire: (event: Event) => listeners.forEach((listener) => listener(event)),
  };
}

export class EventEmitter<Event> {
  private readonly own = emitter<Event>();
  readonly event = this.own.on;
  readonly fire = this.own.fire;
  dispose(): void {
    // nobody listens after a test
  }
}

class Document {
  isDirty = false;
  constructor(
    readonly uri: Uri,
    public text: string,
  ) {}
  getText(): string {
    return this.text;
  }
}

export class RelativePattern {
  constructor(
    readonly baseUri: Uri,
    readonly pattern: string,
  ) {}
}

/** Watches the files directly in a folder (`*`), or everything in it (`**`). */
class FileWatcher {
  private readonly created = emitter<Uri>();
  private readonly changed = emitter<Uri>();
  private readonly deleted = emitter<Uri>();
  readonly onDidCreate = this.created.on;
  readonly onDidChange = this.changed.on;
  readonly onDidDelete = this.deleted.on;

  constructor(private readonly watched: RelativePattern) {
    watchers.add(this);
  }

  /** Reports a change if it matches the pattern. */
  report(kind: 'created' | 'changed' | 'deleted', uri: string): void {
    const base = `${this.watched.baseUri.toString()}/`;
    if (!uri.startsWith(base)) return;
    if (this.watched.pattern === '*' && uri.slice(base.length).includes('/')) return;
    this[kind].fire(Uri.parse(uri));
  }

  dispose(): void {
    watchers.delete(this);
  }
}

const watchers = new Set<FileWatcher>();

const changes = emitter<{ document: Document; contentChanges: readonly TextEdit[] }>();
const opened = emitter<Document>();
const closed = emitter<Document>();
const created = emitter<{ files: readonly Uri[] }>();
const deleted = emitter<{ files: readonly Uri[] }>();
const documents: Document[] = [];
const problems = new Map<string, readonly Diagnostic[]>();
const folders = emitter<{ added: readonly unknown[]; removed: readonly unknown[] }>();
const folder = { uri: Uri.parse('file:///project') };
const workspaceFolders = [folder];

/** Actions of a test in this replacement, and its state. */
export const world = {
  /** URI of the workspace folder. */
  folder: folder.uri.toString(),
  /** Text of the files on the disk, by URI. */
  disk: new Map<string, string>(),
  problems,
  /** How often the Problems of any file were set. */
  timesSet: 0,
  /** How often the workspace was searched for a file. */
  searches: 0,
  open(uri: string): Document {
    const document = new Document(Uri.parse(uri), world.disk.get(uri) ?? '');
    documents.push(document);
    opened.fire(document);
    return document;
  },
  close(document: Document): void {
    documents.splice(documents.indexOf(document), 1);
    closed.fire(document);
  },
  /** Types into a document. `text`: its content afterwards. */
  edit(document: Document, edit: TextEdit, text: string): void {
    document.text = text;
    document.isDirty = true;
    changes.fire({ document, contentChanges: [edit] });
  },
  save(document: Document): void {
    world.disk.set(document.uri.toString(), document.text);
    document.isDirty = false;
    changes.fire({ document, contentChanges: [] });
  },
  /** Simulates another program that edits the file of a document, which VS Code then reads again. */
  reread(document: Document, edit: TextEdit, text: string): void {
    world.disk.set(document.uri.toString(), text);
    document.text = text;
    changes.fire({ document, contentChanges: [edit] });
  },
  /** Creates a file in the editor, as the Explorer does. */
  create(uri: string, text: string): void {
    world.disk.set(uri, text);
    created.fire({ files: [Uri.parse(uri)] });
  },
  /** Deletes a file or folder in the editor. */
  delete(uri: string): void {
    removeFromDisk(uri);
    deleted.fire({ files: [Uri.parse(uri)] });
  },
  /** Another program creates, changes, or deletes a file. Only watchers are told. */
  writeOutside(uri: string, text: string): void {
    const kind = world.disk.has(uri) ? 'changed' : 'created';
    world.disk.set(uri, text);
    watchers.forEach((watcher) => watcher.report(kind, uri));
  },
  /** Another program deletes a file or folder. Of a folder, only itself is reported. */
  deleteOutside(uri: string): void {
    removeFromDisk(uri);
    watchers.forEach((watcher) => watcher.report('deleted', uri));
  },
  /** Adds a folder to the workspace. */
  addFolder(uri: string): void {
    const added = { uri: Uri.parse(uri) };
    workspaceFolders.push(added);
    folders.fire({ added: [added], removed: [] });
  },
  /** Removes a folder that was added. */
  removeFolder(uri: string): void {
    const at = workspaceFolders.findIndex((one) => one.uri.toString() === uri);
    folders.fire({ added: [], removed: workspaceFolders.splice(at, 1) });
  },
  /** number of file watchers */
  get watcherCount(): number {
    return watchers.size;
  },
};

function removeFromDisk(uri: string): void {
  for (const file of world.disk.keys()) {
    if (file === uri || file.startsWith(`${uri}/`)) world.disk.delete(file);
  }
}

export const workspace = {
  createFileSystemWatcher: (pattern: RelativePattern) => new FileWatcher(pattern),
  isTrusted: true,
  textDocuments: documents,
  workspaceFolders,
  onDidChangeWorkspaceFolders: folders.on,
  onDidChangeTextDocument: changes.on,
  onDidOpenTextDocument: opened.on,
  onDidCloseTextDocument: closed.on,
  onDidChangeConfiguration: emitter().on,
  onDidRenameFiles: emitter().on,
  onDidCreateFiles: created.on,
  onDidDeleteFiles: deleted.on,
  getConfiguration: () => ({ get: (_name: string, usual?: unknown) => usual }),
  getWorkspaceFolder: ({ path }: Uri) => workspaceFolders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  fs: {
    readFile: async (uri: Uri): Promise<Uint8Array> => {
      const text = world.disk.get(uri.toString());
      if (text === undefined) throw new Error('there is no such file');
      return new TextEncoder().encode(text);
    },
  },
  findFiles: async (pattern: string): Promise<Uri[]> => {
    world.searches += 1;
    const name = pattern.slice('**'.length);
    return [...world.disk.keys()].filter((uri) => uri.endsWith(name)).map((uri) => Uri.parse(uri));
  },
};

export const languages = {
  createDiagnosticCollection: () => ({
    set: (uri: Uri, list: readonly Diagnostic[]) => {
      world.timesSet += 1;
      problems.set(uri.toString(), list);
    },
    delete: (uri: Uri) => void problems.delete(uri.toString()),
    dispose: () => problems.clear(),
  }),
};

export const l10n = {
  t: (sentence: string, ...values: readonly unknown[]) =>
    sentence.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
};
export const env = { language: 'en' };
export const window = {};
