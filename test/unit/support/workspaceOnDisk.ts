// Replaces `vscode.workspace` with a workspace on the disk: a temporary folder for each test. Counts reads.
import './vscodeWords';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileType, Uri, workspace, type RelativePattern } from 'vscode';

/** Statistics of the reads in a workspace. */
export interface Reads {
  /** Names of the files whose content was read, in order. */
  readonly names: string[];
  bytes: number;
  /** Maximum number of concurrent reads. */
  atOnce: number;
}

export interface WorkspaceOnDisk {
  /** A folder next to the workspace folder. */
  readonly outside: string;
  readonly folder: string;
  readonly reads: Reads;
  /** Writes a file of the workspace. */
  readonly write: (name: string, content: string | Uint8Array) => string;
}

/** Call it in a `describe`. */
export function workspaceOnDisk(): () => WorkspaceOnDisk {
  let current: WorkspaceOnDisk | null = null;
  let restore = (): void => undefined;
  beforeEach(() => {
    const root = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'judge-workspace-')));
    const [folder, outside] = [path.join(root, 'workspace'), path.join(root, 'outside')];
    fs.mkdirSync(folder);
    fs.mkdirSync(outside);
    const reads: Reads = { names: [], bytes: 0, atOnce: 0 };
    const before = { ...workspace };
    Object.assign(workspace, {
      isTrusted: true,
      textDocuments: [],
      workspaceFolders: [{ uri: Uri.file(folder) }],
      fs: fileSystem(reads),
      applyEdit: async (edit: unknown) => applyEdit(edit as CreatedFiles),
      onDidRenameFiles: () => ({ dispose: () => undefined }),
      findFiles: async (pattern: string | RelativePattern) =>
        typeof pattern === 'string' ? found(folder, pattern) : foundBelow(pattern),
    });
    restore = () => {
      for (const name of Object.keys(workspace))
        if (!(name in before)) Reflect.deleteProperty(workspace, name);
      Object.assign(workspace, before);
      fs.rmSync(root, { recursive: true });
    };
    current = {
      outside,
      folder,
      reads,
      write: (name, content) => {
        const file = path.join(folder, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, content);
        return file;
      },
    };
  });
  afterEach(() => restore());
  return () => {
    if (!current) throw new Error('there is no workspace outside of a test');
    return current;
  };
}

/** The part of a `WorkspaceEdit` that creates files. */
interface CreatedFiles {
  readonly created: readonly { readonly file: Uri; readonly contents: Uint8Array }[];
}

/** Creates files. Returns false if one of them exists, as VS Code does. */
async function applyEdit({ created }: CreatedFiles): Promise<boolean> {
  try {
    for (const { file, contents } of created)
      await fs.promises.writeFile(file.fsPath, contents, { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function fileSystem(reads: Reads) {
  let now = 0;
  const counted = async <Value>(action: () => Promise<Value>): Promise<Value> => {
    now += 1;
    reads.atOnce = Math.max(reads.atOnce, now);
    try {
      return await action();
    } finally {
      now -= 1;
    }
  };
  return {
    stat: ({ fsPath }: Uri) =>
      counted(async () => {
        const [own, target] = [await fs.promises.lstat(fsPath), await fs.promises.stat(fsPath)];
        const kind = target.isFile() ? FileType.File : target.isDirectory() ? FileType.Directory : 0;
        return { type: kind | (own.isSymbolicLink() ? FileType.SymbolicLink : 0), size: target.size };
      }),
    readFile: ({ fsPath }: Uri) =>
      counted(async () => {
        const content = await fs.promises.readFile(fsPath);
        reads.names.push(path.basename(fsPath));
        reads.bytes += content.byteLength;
        return content;
      }),
    isWritableFileSystem: (scheme: string) => scheme === 'file',
    writeFile: ({ fsPath }: Uri, content: Uint8Array) => fs.promises.writeFile(fsPath, content),
    rename: (from: Uri, to: Uri) => fs.promises.rename(from.fsPath, to.fsPath),
    delete: ({ fsPath }: Uri) => fs.promises.rm(fsPath),
    readDirectory: async ({ fsPath }: Uri) =>
      (await fs.promises.readdir(fsPath, { withFileTypes: true })).map(
        (entry) => [entry.name, entry.isDirectory() ? FileType.Directory : FileType.File] as const,
      ),
  };
}

/** Returns the files that match the end of a pattern. A folder in the pattern must also match. */
function found(folder: string, pattern: string): Uri[] {
  const extensions = /\.\{([^}]+)\}$/.exec(pattern)?.[1]?.split(',') ?? [/\.(\w+)$/.exec(pattern)?.[1] ?? ''];
  const inside = /\/(\.[\w-]+)\//.exec(pattern)?.[1];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extensions.some((extension) => name.endsWith(`.${extension}`)))
    .filter((name) => inside === undefined || name.split(path.sep).includes(inside))
    .map((name) => Uri.file(path.join(folder, name)));
}

/** Returns the files below a folder that match a glob pattern with `*` and `**`. */
function foundBelow({ baseUri, pattern }: RelativePattern): Uri[] {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  const matching = new RegExp(`^${parts.join('')}$`);
  return fs
    .readdirSync(baseUri.fsPath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => matching.test(path.relative(baseUri.fsPath, file)))
    .map((file) => Uri.file(file));
}
