import { isRequestId } from '../../requestIdInput';
import type { ListedSubmission, RecentSubmission } from '../../adapter';
import { recentOf } from '../shared/listedSubmissions';
import { timeUnits } from '../described/units';
import { idAt, listAt, misplacedId, momentAt, numberAt, textAt } from '../described/dottedPaths';
import type { DescribedRecent, JsonDescription } from './description';
import { maximumAt, statusAt, withPending, type Codes } from './responseFields';
import { amountAt, hasNotRun, ifKnown } from './result';

/** Reads the user’s most recent submissions. Skips items without a valid ID. */
export function readRecent(
  recent: DescribedRecent,
  codes: Codes,
  json: unknown,
): readonly RecentSubmission[] {
  return listedItems(recent, json).flatMap((item) => recentIn(recent, codes, item) ?? []);
}

/** Reads the user’s submissions to a problem. Skips items without a valid ID. */
export function readListed(
  recent: DescribedRecent,
  { units, codes }: Pick<JsonDescription, 'units' | 'codes'>,
  json: unknown,
): readonly ListedSubmission[] {
  const { fields } = recent;
  return listedItems(recent, json).flatMap((item) => {
    const known = recentIn(recent, codes, item);
    if (!known) return [];
    const time = amountAt(item, fields.time);
    return [
      {
        ...known,
        time: time === null ? null : time * timeUnits[units.time],
        language: known.language ?? null,
      },
    ];
  });
}

/** Returns the listed submissions. Throws `RequestFailed` if none of them has an ID, because the path must be wrong. */
export function listedItems({ list, fields }: DescribedRecent, json: unknown): readonly unknown[] {
  const items = listAt(json, list, 'recent.list');
  if (items.length > 0 && items.every((item) => idAt(item, fields.id) === null))
    throw misplacedId(items[0], fields.id, 'recent.fields.id');
  return items;
}

/** Reads a listed submission. Null if the item has no valid ID. */
function recentIn(
  { fields, pendingIf }: DescribedRecent,
  codes: Codes,
  item: unknown,
): RecentSubmission | null {
  const requestId = idAt(item, fields.id) ?? '';
  if (!isRequestId(requestId)) return null;
  const problem = textAt(item, fields.problem, 200);
  const found = statusAt(item, fields.status ?? [], fields.score, codes);
  const code = found.code ?? null;
  const status = code === null ? null : withPending(item, code, pendingIf, codes).code;
  const language = textAt(item, fields.language, 100);
  const listedScore = numberAt(item, fields.score);
  const score = listedScore === 0 && hasNotRun(status, codes) ? null : listedScore;
  return recentOf({
    requestId,
    problem,
    problemId: problem,
    status,
    score,
    ...ifKnown(maximumAt(item, fields.maximum, score, found)),
    ...(language === null ? {} : { language }),
    at: momentAt(item, fields.at),
  });
}
