import { isRejudging } from '../../records/record';
import type { AboutResult, ReadResult } from '../../service';
import type { StoredOutcome } from '../../tracking';
import type {
  KnownRecord,
  NewRecord,
  ReceiveOptions,
  ReceiveOutcome,
  RecordKey,
  RecordStore,
} from '../../records';

type Store = Pick<RecordStore, 'get' | 'keepSource' | 'receive' | 'update'>;

/** A result enters the store, whoever brought it, with what else the answer tells of the record. */
export async function takeResult(
  store: Store,
  key: RecordKey,
  answer: Omit<ReadResult, 'notices'>,
  how: ReceiveOptions,
): Promise<ReceiveOutcome> {
  if (!answer.about) return store.receive(key, answer, how);
  const known = store.get(key);
  if (!known && !how.add) return { kind: 'unknown' };
  const details = await detailsOf(store, key, known, answer.about);
  if (how.add) return store.receive(key, answer, { ...how, add: { ...how.add, ...details } });
  await store.update(key, details);
  return store.receive(key, answer, how);
}

type DetailsOfResult = Partial<Pick<NewRecord, 'hint' | 'submission' | 'limits' | 'judgedHash' | 'source'>>;

async function detailsOf(
  store: Store,
  key: RecordKey,
  known: KnownRecord | null,
  { hint, problem, language, languageName, isSelfTest, user, limits, code, contest }: AboutResult,
): Promise<DetailsOfResult> {
  // what this extension has handed in itself it knows better
  const isNamed = known?.submission && (known.submission.title !== null || !problem?.title);
  const before = known?.submission?.contest;
  // its end may have been moved
  const isMoved =
    contest !== undefined && (contest.title !== before?.title || contest.endsAt !== before.endsAt);
  const submission =
    problem && (!isNamed || isMoved)
      ? {
          ...(known?.submission ?? {
            ...(languageName === undefined ? {} : { languageName }),
            ...(isSelfTest ? { isSelfTest } : {}),
            ...(user === undefined ? {} : { user }),
          }),
          problemId: isNamed ? known.submission.problemId : problem.id,
          title: problem.title ?? known?.submission?.title ?? null,
          place: (isNamed ? known.submission.place : hint) ?? known?.submission?.place ?? null,
          language: known?.submission?.language ?? language,
          optimise: known?.submission?.optimise ?? false,
          ...((contest ?? before) ? { contest: contest ?? before } : {}),
        }
      : null;
  const judgedHash = code === null || known?.judgedHash ? null : await store.keepSource(key, code);
  const isOther = judgedHash !== null && known?.source && known.source.textHash !== judgedHash;
  return {
    ...(hint ? { hint } : {}),
    ...(submission ? { submission } : {}),
    ...(limits ? { limits } : {}),
    ...(judgedHash === null ? {} : { judgedHash }),
    // the file was tied when only its text of that moment was known
    ...(isOther && known.source
      ? { source: { ...known.source, how: 'submitted', textHash: judgedHash } }
      : {}),
  };
}

/** What the store has after a result went into it: an old partial that was not let in says nothing. */
export function storedOutcome(record: KnownRecord, changed: boolean): StoredOutcome {
  const { summary } = record;
  return {
    completion: isRejudging(record) ? 'unfinished' : (summary?.completion ?? 'unfinished'),
    progress: summary?.progress ?? { done: 0, total: null },
    compiled: summary?.compiled ?? null,
    changed,
  };
}
