// The tree of the extension without VS Code: the real code with a store in memory, and a stand-in for the classes of VS Code
// that rows consist of.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type * as treeModule from '../../../src/editor/list/recordsTree';
import type * as rowsModule from '../../../src/editor/list/rows';
import type { Envelope } from '../../../src/results';
import { recordKey, RecordStore, type RecordKey } from '../../../src/records';
import { MemoryStorage } from '../../../src/records/storage';
import { luogu } from '../../support/profiles';
import { root } from '../../../tools/root';

export interface OpenRecord {
  readonly store: RecordStore;
  readonly key: RecordKey;
  /** Receives a newer result of the record. */
  readonly accept: (envelope: Envelope) => Promise<void>;
}

export interface LoadedTree {
  readonly RecordsTree: typeof treeModule.RecordsTree;
  readonly TreeRows: typeof rowsModule.TreeRows;
  /** Creates a store with one record that has this result. */
  readonly open: (envelope: Envelope) => Promise<OpenRecord>;
  /** Creates a minimal row. */
  readonly bareRow: (label: string) => unknown;
}

export async function loadTree(): Promise<LoadedTree> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-tree-'));
  const outfile = path.join(folder, 'tree.mjs');
  try {
    await build({
      stdin: {
        contents: `export * from './recordsTree'; export * from './rows';`,
        resolveDir: path.join(root, 'src/editor/list'),
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
      plugins: [standIn],
    });
    const { RecordsTree, TreeRows } = (await import(pathToFileURL(outfile).href)) as typeof treeModule &
      typeof rowsModule;
    return { RecordsTree, TreeRows, open, bareRow: (label) => ({ label }) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function open(first: Envelope): Promise<OpenRecord> {
  const fail = (problem: unknown): never => {
    throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
  };
  let results = 0;
  const storage = new MemoryStorage();
  const store = new RecordStore({
    openStorage: async () => storage,
    limit: 10,
    clock: { now: Date.now, after: () => ({ dispose: () => undefined }) },
    uniqueId: () => String((results += 1)),
    onProblem: fail,
    onError: fail,
  });
  const service = 'https://judge.test';
  const requestId = 'r';
  const key = recordKey(service, requestId);
  await store.add({ service, requestId, rules: luogu.rules, folder: null });
  const accept = async (envelope: Envelope): Promise<void> => {
    const { kind } = await store.receive(key, { envelope }, { via: 'push', receivedAt: 0 });
    if (kind !== 'taken') throw new Error(`the store returned ${kind}`);
  };
  await accept(first);
  return { store, key, accept };
}

// A CommonJS module may lack imported names. Code that needs them doesn’t run here.
const contents = `
  class EventEmitter {
    listeners = new Set();
    event = (listener) => (this.listeners.add(listener), { dispose: () => this.listeners.delete(listener) });
    fire(value) { for (const listener of this.listeners) listener(value); }
    dispose() { this.listeners.clear(); }
  }
  class TreeItem { constructor(label, collapsibleState) { Object.assign(this, { label, collapsibleState }); } }
  class ThemeColor { constructor(id) { this.id = id; } }
  class ThemeIcon { constructor(id, color) { Object.assign(this, { id, color }); } }
  class MarkdownString {
    value = '';
    appendText(text) { this.value += text.replace(/[\\\\\`*_{}[\\]()#+\\-!~<>]/g, '\\\\$&'); return this; }
    appendMarkdown(text) { this.value += text; return this; }
  }
  const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
  const Uri = { parse: (text) => ({ path: new URL(text).pathname }) };
  const env = { language: 'en' };
  const commands = { executeCommand: () => Promise.resolve() };
  const workspace = {
    getConfiguration: () => ({ get: () => undefined }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  };
  const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
  const window = {
    activeColorTheme: { kind: ColorThemeKind.Light },
    onDidChangeActiveColorTheme: () => ({ dispose: () => undefined }),
  };
  const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, index) => String(values[index])) };
  module.exports = { EventEmitter, TreeItem, ThemeColor, ThemeIcon, MarkdownString, TreeItemCollapsibleState, Uri, env, commands, workspace, ColorThemeKind, window, l10n };`;

const standIn: Plugin = {
  name: 'vscode-stand-in',
  setup(context) {
    context.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'stand-in' }));
    context.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({ contents, loader: 'js' }));
  },
};
