import * as v from 'valibot';
import {
  defaultAssistantRules,
  type AssistantRules,
  type AssistantRulesStorage,
  type RulesChange,
} from '../storedAssistantRules';
import { sameJson } from '../../base/sameJson';
import { StorageFailed } from '../storage';
import { documentText, readDocument, writable, type ReadDocument } from './document';
import { attempt, nodeFiles, type Files } from './files';
import type { HistoryFolder } from './folder';
import { contestSchema } from './format';
import { historyLayout } from './layout';

export const assistantRulesDocument = v.object({
  isEnabled: v.boolean(),
  allowedDuringContests: v.array(v.string()),
  contests: v.array(v.object({ service: v.string(), contest: contestSchema })),
});

function decodeAssistantRules(text: string): ReadDocument<AssistantRules> {
  return readDocument(text, { schema: assistantRulesDocument, migrations: {} });
}

/**
 * Reads the rules in a history folder, for a process outside of VS Code. Null if there are none. Rejects with
 * `StorageFailed` if they can't be read.
 */
export async function readAssistantRules(
  folder: string,
  files: Files = nodeFiles,
): Promise<AssistantRules | null> {
  const path = historyLayout(folder).assistants;
  const content = await attempt(path, () => files.read(path));
  if (!content) return null;
  const read = decodeAssistantRules(content.toString('utf8'));
  if (read.kind === 'ok') return read.value;
  if (read.kind === 'newer') throw new StorageFailed({ kind: 'newer', path, reason: read.reason });
  throw new StorageFailed({ kind: 'broken', path, movedTo: null, reason: read.reason });
}

/** The rules for assistants in the history folder. */
export class AssistantRulesFile implements AssistantRulesStorage {
  constructor(private readonly folder: HistoryFolder) {}

  read(): Promise<AssistantRules | null> {
    return this.folder.readDocument(this.folder.layout.assistants, decodeAssistantRules);
  }

  async update(change: RulesChange): Promise<void> {
    const { folder } = this;
    // Most calls change nothing and need no lock.
    if (!(await this.changedBy(change))) return;
    await folder.locked('assistants', async () => {
      const changed = await this.changedBy(change);
      if (!changed) return;
      await folder.replace(folder.layout.assistants, documentText(writable(assistantRulesDocument, changed)));
    });
  }

  /** Returns the changed rules; null if the change has no effect. */
  private async changedBy(change: RulesChange): Promise<AssistantRules | null> {
    const before = await this.read();
    const after = change(before);
    return sameJson(before ?? defaultAssistantRules, after) ? null : after;
  }
}
