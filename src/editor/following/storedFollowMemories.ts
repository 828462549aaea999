import type { Memento } from 'vscode';
import type { JudgeId } from '../../judges';
import { mementos } from '../shared/storage/storageKeys';
import type { FollowMemories } from './following';
import type { FollowMemory } from './newSubmissions';

/** Stores the data about all followed judges in one memento. */
export class StoredFollowMemories implements FollowMemories {
  constructor(private readonly state: Memento) {}

  of(service: JudgeId): FollowMemory | null {
    return this.all()[service] ?? null;
  }

  async set(service: JudgeId, memory: FollowMemory): Promise<void> {
    await this.write([...this.others(service), [service, memory]]);
  }

  async remove(service: JudgeId): Promise<void> {
    await this.write(this.others(service));
  }

  private all(): Readonly<Record<string, FollowMemory>> {
    return this.state.get(mementos.followed, {});
  }

  private others(service: JudgeId): readonly (readonly [string, FollowMemory])[] {
    return Object.entries(this.all()).filter(([id]) => id !== service);
  }

  private async write(memories: readonly (readonly [string, FollowMemory])[]): Promise<void> {
    await this.state.update(mementos.followed, Object.fromEntries(memories));
  }
}
