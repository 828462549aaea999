import { Disposable, RelativePattern, Uri, workspace } from 'vscode';

/**
 * Watches files on disk, which other programs can create, change, or delete. One watcher covers all files of a
 * workspace folder, because VS Code reports a deleted folder without the files in it. A folder outside of the workspace
 * has its own watcher.
 */
export class FileWatchers implements Disposable {
  /** by URI of the watched folder and glob pattern */
  private readonly watchers = new Map<string, Disposable>();
  private watched: ReadonlySet<string> = new Set();
  private readonly foldersWatch: Disposable;

  /** `onChange` is called with a file or folder, even if it isn’t one of the watched files. */
  constructor(private readonly onChange: (uri: Uri) => void) {
    this.foldersWatch = workspace.onDidChangeWorkspaceFolders(() => this.updateWatchers());
  }

  /** Watches these files and no others. They needn’t exist. */
  watch(files: ReadonlySet<string>): void {
    if (files.size === this.watched.size && [...files].every((file) => this.watched.has(file))) return;
    this.watched = files;
    this.updateWatchers();
  }

  dispose(): void {
    this.foldersWatch.dispose();
    this.watch(new Set());
  }

  private updateWatchers(): void {
    const needed = new Map<string, RelativePattern>();
    for (const file of this.watched) {
      const pattern = patternFor(Uri.parse(file, true));
      needed.set(`${pattern.baseUri.toString()}/${pattern.pattern}`, pattern);
    }
    for (const [name, watcher] of this.watchers) {
      if (needed.has(name)) continue;
      watcher.dispose();
      this.watchers.delete(name);
    }
    for (const [name, pattern] of needed) {
      if (!this.watchers.has(name)) this.watchers.set(name, this.watcherOf(pattern));
    }
  }

  private watcherOf(pattern: RelativePattern): Disposable {
    const watcher = workspace.createFileSystemWatcher(pattern);
    return Disposable.from(
      watcher,
      watcher.onDidCreate(this.onChange),
      watcher.onDidChange(this.onChange),
      watcher.onDidDelete(this.onChange),
    );
  }
}

function patternFor(file: Uri): RelativePattern {
  const folder = workspace.getWorkspaceFolder(file);
  return folder ? new RelativePattern(folder.uri, '**') : new RelativePattern(Uri.joinPath(file, '..'), '*');
}
