// The extension's Problems outside an editor: its own code with a replacement of VS Code. Counts how often compiler output
// is parsed.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type * as problemsModule from '../../../src/editor/diagnostics/publishProblems';
import type * as sourcesModule from '../../../src/editor/diagnostics/linkedSources';
import type { Envelope, Remark } from '../../../src/results';
import { recordKey, type RecordKey, type RecordStore } from '../../../src/records';
import { envelope, makeStore, newRecord, oneCase, service, subtask } from '../records/fixtures';
import { FakeClock } from './fakeClock';
import type * as editorFiles from './editorFiles';

type Loaded = typeof problemsModule &
  typeof sourcesModule & { readonly counts: { parses: number }; readonly world: typeof editorFiles.world };

export interface LoadedProblems {
  readonly store: RecordStore;
  readonly problems: problemsModule.Problems;
  readonly world: typeof editorFiles.world;
  readonly counts: { parses: number };
  readonly clock: FakeClock;
  /**
   * Adds a record of this file with this compiler output; null: linked to no file. `folder`: URI of the workspace folder
   * in which it was fetched, by default that of the window.
   */
  readonly judged: (file: string | null, message: string, folder?: string) => Promise<RecordKey>;
  /**
   * Adds the next result of a record of this file, without compiler output. The strings are the standard error of each
   * case. `before`: the record; null: a new one. The verdict is pending while `isPending`.
   */
  readonly crashed: (
    file: string,
    written: readonly string[],
    more?: { readonly before?: RecordKey | null; readonly isPending?: boolean },
  ) => Promise<RecordKey>;
  /** Adds a record of this file with these remarks, and nothing else. */
  readonly remarked: (file: string, remarks: readonly Remark[]) => Promise<RecordKey>;
  /** Simulates reloading the window. */
  readonly reload: () => void;
  readonly dispose: () => void;
}

const root = path.join(__dirname, '../../..');

export async function loadProblems(): Promise<LoadedProblems> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'problems-'));
  const outfile = path.join(folder, 'problems.mjs');
  const parts = ['publishProblems', 'linkedSources'].map((name) => `./src/editor/diagnostics/${name}.ts`);
  const contents = [
    ...parts.map((part) => `export * from '${part}';`),
    `export { counts } from 'counting-compiler';`,
    `export { world } from 'vscode';`,
  ].join('\n');
  try {
    await build({
      stdin: { contents, resolveDir: root },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
      plugins: [standIn],
    });
    return start((await import(pathToFileURL(outfile).href)) as Loaded);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function start({ Problems, LinkedSources, counts, world }: Loaded): LoadedProblems {
  const fail = (what: string, error: unknown): never => {
    throw new Error(what, { cause: error });
  };
  const kept = makeStore();
  const { store } = kept;
  const sources = new LinkedSources(store, fail);
  const clock = new FakeClock();
  let problems = new Problems(store, sources, fail, clock);
  let judgings = 0;
  const receive = async (
    file: string | null,
    result: Envelope,
    before: RecordKey | null,
    folder = world.folder,
  ): Promise<RecordKey> => {
    const requestId = before === null ? `r${(judgings += 1)}` : (before.split('\n')[1] ?? '');
    kept.time += 1;
    const key = recordKey(service, requestId);
    const textHash = file === null ? null : await store.keepSource(key, world.disk.get(file) ?? '');
    const source = file === null ? null : ({ uri: file, how: 'submitted', textHash } as const);
    await store.receive(
      key,
      { envelope: { ...result, requestId } },
      { via: 'refresh', receivedAt: kept.time, add: newRecord(requestId, { source, folder }) },
    );
    return key;
  };
  return {
    store,
    get problems() {
      return problems;
    },
    world,
    counts,
    clock,
    judged: (file, message, folder) => {
      const data = { compile: { success: true, message, opt2: null }, judge: null };
      return receive(file, envelope(12, [], { data }), null, folder);
    },
    crashed: (file, written, { before = null, isPending = false } = {}) => {
      const cases = written.map((stderr, at) => oneCase(at + 1, 6, { extra: { stderr } }));
      const { data } = envelope(isPending ? 1 : 6, [subtask(0, cases)]);
      return receive(file, envelope(12, [], { data: data && { ...data, compile: null } }), before);
    },
    remarked: (file, remarks) => {
      const { data } = envelope(14, []);
      const judge = data?.judge ? { ...data.judge, remarks } : null;
      return receive(file, envelope(14, [], { data: { compile: null, judge } }), null);
    },
    reload: () => {
      problems.dispose();
      problems = new Problems(store, sources, fail, clock);
    },
    dispose: () => {
      problems.dispose();
      sources.dispose();
    },
  };
}

const standIn: Plugin = {
  name: 'stand-in',
  setup(context) {
    const compiler = path.join(root, 'src/compiler/index.ts');
    context.onResolve({ filter: /^vscode$/ }, () => ({
      path: path.join(root, 'test/unit/support/editorFiles.ts'),
    }));
    const counting = { path: 'compiler', namespace: 'counting' };
    context.onResolve({ filter: /^counting-compiler$/ }, () => counting);
    context.onResolve({ filter: /\/compiler$/ }, ({ importer }) =>
      importer.endsWith('compilerOutput.ts') ? counting : undefined,
    );
    context.onLoad({ filter: /.*/, namespace: 'counting' }, () => ({
      contents: `
        import { parseCompilerOutput as parse } from ${JSON.stringify(compiler)};
        export { prepareMessage } from ${JSON.stringify(compiler)};
        export const counts = { parses: 0 };
        export const parseCompilerOutput = (text) => { counts.parses += 1; return parse(text); };`,
      resolveDir: root,
    }));
  },
};
