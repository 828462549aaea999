import { Refusal } from './errors';
import type { Fields } from './http/bodies';
import type { LogEntry } from './log';
import type { MisbehaviourRule } from './misbehaviour';
import type { Step } from './requests';

/** What can be done to the running service: by tests that hold it, and by a driver in another process. */
export interface Control {
  misbehave(rule: MisbehaviourRule): () => void;
  behave(): void;
  script(id: string, steps: readonly Step[]): void;
  push(envelope: unknown): void;
  pushFrame(frame: string): number;
  dropSockets(code?: number): number;
  callBackTo(url: string | null): void;
  setQuota(points: number): void;
  setListing(listing: 'all' | 'done'): void;
  entries(): readonly LogEntry[];
  clearLog(): void;
  state(): Record<string, unknown>;
}

/**
 * The control routes, under the same guards and token as all others:
 *
 * - `GET /control/log?since=<ms>`, `DELETE /control/log`, `GET /control/state`
 * - `POST /control/misbehave { rule }`, `DELETE /control/misbehave`
 * - `POST /control/script { id, steps }`, `POST /control/push { envelope }` or `{ frame }`
 * - `POST /control/dropSockets { code? }`, `POST /control/callback { url }`, `POST /control/quota { points }`,
 *   `POST /control/listing { listing }`
 */
export async function controlRoute(
  control: Control,
  method: string,
  url: URL,
  fields: () => Promise<Fields>,
): Promise<unknown> {
  const what = `${method} ${url.pathname.slice('/control/'.length)}`;
  switch (what) {
    case 'GET log': {
      const since = Number(url.searchParams.get('since') ?? 0);
      return { entries: control.entries().filter((entry) => entry.at >= since) };
    }
    case 'DELETE log':
      control.clearLog();
      return {};
    case 'GET state':
      return control.state();
    case 'POST misbehave':
      control.misbehave(object((await fields())['rule'], 'rule') as unknown as MisbehaviourRule);
      return {};
    case 'DELETE misbehave':
      control.behave();
      return {};
    case 'POST script': {
      const { id, steps } = await fields();
      if (!Array.isArray(steps) || steps.length === 0)
        throw new Refusal(400, 'steps must be a non-empty list.');
      control.script(text(id, 'id'), steps as Step[]);
      return {};
    }
    case 'POST push': {
      const { envelope, frame } = await fields();
      if (frame === undefined) control.push(envelope);
      else control.pushFrame(text(frame, 'frame'));
      return {};
    }
    case 'POST dropSockets': {
      const { code } = await fields();
      return { dropped: control.dropSockets(code === undefined ? undefined : number(code, 'code')) };
    }
    case 'POST callback': {
      const { url: target } = await fields();
      control.callBackTo(target === null ? null : text(target, 'url'));
      return {};
    }
    case 'POST quota':
      control.setQuota(number((await fields())['points'], 'points'));
      return {};
    case 'POST listing': {
      const { listing } = await fields();
      if (listing !== 'all' && listing !== 'done') throw new Refusal(400, 'listing must be all or done.');
      control.setListing(listing);
      return {};
    }
    default:
      throw new Refusal(404, 'Not found.');
  }
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be a string.`);
  return value;
}

function number(value: unknown, name: string): number {
  if (typeof value !== 'number') throw new Refusal(400, `${name} must be a number.`);
  return value;
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Refusal(400, `${name} must be an object.`);
  return value as Record<string, unknown>;
}
