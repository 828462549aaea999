import type { PendingRequest } from './ports';

/** Whether something read from the disk is a pending request: nothing in a file is trusted. */
export function isPendingRequest(json: unknown): json is PendingRequest {
  if (typeof json !== 'object' || json === null) return false;
  const request = json as Partial<Record<keyof PendingRequest, unknown>>;
  return (
    isText(request.key) &&
    isText(request.origin) &&
    isText(request.requestId) &&
    (request.folder === null || isText(request.folder)) &&
    isLifetime(request.lifetime) &&
    typeof request.known === 'boolean' &&
    (request.phase === 'waiting' || request.phase === 'judging') &&
    isCount(request.startedAt) &&
    isCount(request.dueAt) &&
    isCountOrNull(request.askedAt) &&
    isCountOrNull(request.unfinishedAt) &&
    isCount(request.newsAt) &&
    isCount(request.fruitless) &&
    isCount(request.failures) &&
    isCount(request.missing) &&
    isCount(request.hurriedAt) &&
    Array.isArray(request.readings) &&
    request.readings.every(isReading)
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCountOrNull(value: unknown): boolean {
  return value === null || isCount(value);
}

function isLifetime(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'object' && value !== undefined && hasCount(value, 'safe') && hasCount(value, 'end')
  );
}

function isReading(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return hasCount(value, 'at') && hasCount(value, 'done') && 'total' in value && isCountOrNull(value.total);
}

function hasCount(value: object, name: string): boolean {
  return isCount((value as Record<string, unknown>)[name]);
}
