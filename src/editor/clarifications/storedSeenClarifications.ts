import type { Memento } from 'vscode';
import type { JudgeId } from '../../judges';
import { entryName, mementos } from '../shared/storage/storageKeys';
import { MAX_STORED_CONTESTS } from './limits';
import type { SeenClarifications, SeenStorage } from './seenClarifications';

/** Stores the data about the last contests in one memento, which all windows share. */
export class StoredSeenClarifications implements SeenStorage {
  constructor(private readonly state: Memento) {}

  of(service: JudgeId, contest: string): SeenClarifications | null {
    const all = this.all();
    const name = entryName(service, contest);
    return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
  }

  async set(service: JudgeId, contest: string, seen: SeenClarifications): Promise<void> {
    const name = entryName(service, contest);
    const others = Object.entries(this.all()).filter(([other]) => other !== name);
    const kept = [...others.slice(1 - MAX_STORED_CONTESTS), [name, seen] as const];
    await this.state.update(mementos.clarifications, Object.fromEntries(kept));
  }

  private all(): Readonly<Record<string, SeenClarifications>> {
    return this.state.get(mementos.clarifications, {});
  }
}
