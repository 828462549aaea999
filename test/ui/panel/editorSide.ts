// The extension's side of the record panel outside an editor: its own code on a store of its own, with a stand-in for
// the few words and settings that it takes from VS Code.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type * as shownRecordsModule from '../../../src/editor/resultPanel/shownRecords';
import type { Envelope, JudgeSemantics } from '../../../src/results';
import type { PanelKeys, ShowMessage } from '../../../src/resultPage/messages';
import { recordKey, RecordStore, type RecordKey } from '../../../src/records';
import { MemoryStorage } from '../../../src/records/storage';
import { luogu } from '../../support/profiles';
import { root } from '../../../tools/root';

/** Loads the extension's side of the panel, in English. */
export async function loadEditorSide(): Promise<EditorSide> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-panel-'));
  const outfile = path.join(folder, 'shownRecords.mjs');
  try {
    await build({
      entryPoints: [path.join(root, 'src/editor/resultPanel/shownRecords.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
      plugins: [vscodeStandIn],
    });
    const { ShownRecords } = (await import(pathToFileURL(outfile).href)) as typeof shownRecordsModule;
    return new EditorSide((store, keys) => new ShownRecords(store, keys));
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

const minute = 60_000;
const service = 'https://judge.example';

export class EditorSide {
  private readonly store: RecordStore;
  private records = 0;
  private results = 0;
  private folders = 0;
  /** how long ago things happen, in ms: less with each record */
  private age = 3 * 60 * minute;

  constructor(
    private readonly makeShown: (store: RecordStore, keys: PanelKeys) => shownRecordsModule.ShownRecords,
  ) {
    const storage = new MemoryStorage();
    this.store = new RecordStore({
      openStorage: async () => storage,
      limit: 1000,
      clock: { now: () => Date.now() - this.age, after: () => ({ dispose: () => undefined }) },
      uniqueId: () => String((this.results += 1)),
      onProblem: (problem) => {
        throw new Error(JSON.stringify(problem));
      },
      onError: (error) => {
        throw error;
      },
    });
  }

  /** What the page is told to show a new record with this result. */
  async show(envelope: Envelope, rules: JudgeSemantics = luogu.rules): Promise<ShowMessage> {
    return (await this.follow(envelope, rules)).show;
  }

  /** The same for one of several versions of a source, the last where none is named. */
  async versions(envelopes: readonly Envelope[], shown = envelopes.length - 1): Promise<ShowMessage> {
    const folder = this.anotherFolder();
    const keys: RecordKey[] = [];
    for (const envelope of envelopes) keys.push(await this.add(envelope, luogu.rules, folder));
    return this.makeShown(this.store, { record: keys[shown] ?? '', before: null }).load();
  }

  /** What it is told to show a new record, and when another result of that record comes; `after`: an older version. */
  async follow(
    envelope: Envelope,
    rules: JudgeSemantics = luogu.rules,
    after: Envelope | null = null,
  ): Promise<Followed> {
    const folder = this.anotherFolder();
    if (after) await this.add(after, rules, folder);
    const key = await this.add(envelope, rules, folder);
    const records = this.makeShown(this.store, { record: key, before: null });
    return {
      show: await records.load(),
      next: async (later) => {
        await this.accept(key, later);
        return records.load();
      },
    };
  }

  /** What the page is told to show two new records beside each other. */
  async compare(before: Envelope, after: Envelope): Promise<ShowMessage> {
    const folder = this.anotherFolder();
    const earlier = await this.add(before, luogu.rules, folder);
    const later = await this.add(after, luogu.rules, folder);
    return this.makeShown(this.store, { record: later, before: earlier }).load();
  }

  /** A source in another folder is another source. */
  private anotherFolder(): string {
    this.folders += 1;
    return `/work/${this.folders}`;
  }

  private async add(envelope: Envelope, rules: JudgeSemantics, folder: string): Promise<RecordKey> {
    this.records += 1;
    this.age = Math.max(2 * minute, this.age - minute);
    const requestId = `1BwHdxEa4LTFnL619bxR${String(this.records).padStart(2, '0')}`;
    const key = recordKey(service, requestId);
    await this.store.add({
      service,
      requestId,
      rules,
      folder: null,
      source: { uri: `file://${folder}/P1001.cpp`, how: 'submitted', textHash: null },
      submission: {
        problemId: 'P1001',
        title: null,
        place: null,
        language: 'cxx/17/gcc',
        optimise: true,
      },
    });
    await this.accept(key, envelope);
    return key;
  }

  private async accept(key: RecordKey, envelope: Envelope): Promise<void> {
    const { kind } = await this.store.receive(
      key,
      { envelope },
      { via: 'ask', receivedAt: Date.now() - this.age + minute },
    );
    if (kind !== 'taken') throw new Error(`the store found the result ${kind}`);
  }
}

export interface Followed {
  readonly show: ShowMessage;
  readonly next: (envelope: Envelope) => Promise<ShowMessage>;
}

/**
 * The part of `vscode` that the page's strings need, as CommonJS: other parts of the imported files may use more of it.
 */
const vscodeContents = `
  module.exports = {
    env: { language: 'en' },
    workspace: { getConfiguration: () => ({ get: () => undefined }) },
    Uri: { parse: (text) => ({ path: new URL(text).pathname }) },
    l10n: {
      t: (message, ...args) => message.replace(/\\{(\\d)\\}/g, (all, index) => args[index] ?? all),
    },
  };`;

const vscodeStandIn: Plugin = {
  name: 'vscode-stand-in',
  setup(context) {
    context.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'stand-in' }));
    context.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({
      contents: vscodeContents,
      loader: 'js',
    }));
  },
};
