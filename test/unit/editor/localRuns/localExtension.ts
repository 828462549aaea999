// The parts of the extension that run programs on this computer, with a store in memory.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import type { Judge } from '../../../../src/judges';
import type { LocalComputer } from '../../../../src/local';
import { makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

export interface LocalExtension {
  readonly extension: Extension;
  readonly store: ReturnType<typeof makeStore>['store'];
}

/** `source`: returns the file of every record. `chosen`: returns the chosen judge; null: none */
export function localExtension(
  computer: LocalComputer,
  source: () => Uri,
  chosen: () => Judge | null,
): LocalExtension {
  const { store } = makeStore();
  const stored = new Map<string, unknown>();
  const memento = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const extension = standIn<Extension>({
    store,
    realPath: (file: string) => fs.promises.realpath(file),
    localComputer: async () => computer,
    diagnostics: async () => ({
      problems: { filesOf: async () => null },
      sources: { fileOf: async () => source() },
    }),
    judges: {
      chosen: async () => chosen(),
      isSignedOut: async () => true,
      all: async () => {
        const judge = chosen();
        return judge ? [judge] : [];
      },
    },
    tracking: {
      requestedHere: new Set<string>(),
      add: async (judge: Judge, requestId: string, details: object) =>
        (await store.add(newRecord(requestId, { service: judge.id, rules: judge.rules, ...details }))) ??
        assert.fail(),
      begin: async () => undefined,
    },
    context: { globalState: memento, workspaceState: memento },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { extension, store };
}
