import { Disposable, RelativePattern, Uri, workspace } from 'vscode';

/** Watches single files on the disk: those that something is shown in, and no others. */
export class FileWatchers implements Disposable {
  /** by URI of the file */
  private readonly watchers = new Map<string, Disposable>();

  /** @param onChange is told the URI of a file that was changed, came or went */
  constructor(private readonly onChange: (uri: string) => void) {}

  /** Watches these files, by URI, from now on. */
  watch(files: ReadonlySet<string>): void {
    for (const [uri, watcher] of this.watchers) {
      if (files.has(uri)) continue;
      watcher.dispose();
      this.watchers.delete(uri);
    }
    for (const uri of files) if (!this.watchers.has(uri)) this.watchers.set(uri, this.watchFile(uri));
  }

  dispose(): void {
    this.watch(new Set());
  }

  private watchFile(uri: string): Disposable {
    const changed = (): void => this.onChange(uri);
    const watcher = workspace.createFileSystemWatcher(patternOf(Uri.parse(uri, true)));
    return Disposable.from(
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
    );
  }
}

/** The file; in the workspace its folders as well, since nothing is told of a file that goes or comes with one. */
function patternOf(file: Uri): RelativePattern {
  const folder = workspace.getWorkspaceFolder(file);
  if (!folder)
    return new RelativePattern(Uri.joinPath(file, '..'), exactly(file.path.split('/').pop() ?? ''));
  const names = file.path.slice(folder.uri.path.replace(/\/$/, '').length + 1).split('/');
  const paths = names.map((_, index) => exactly(names.slice(0, index + 1).join('/')));
  return new RelativePattern(folder, paths.length === 1 ? (paths[0] ?? '') : `{${paths.join(',')}}`);
}

/** A name in which nothing stands for something else. */
function exactly(path: string): string {
  return path.replace(/[*?{}[\],!]/g, '?');
}
