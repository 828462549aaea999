import { FieldReader } from '../../src/judges/settingFields';
import type { PlainAnswer, ResultAnswer, Judge } from '../../src/judges';
import { usualComparison, type ComparisonRule } from '../../src/results';
import { asRequestFailed } from '../../src/judges/requestFailed';
import { testedTypes } from './judgeTypes';
import { resultAt, run } from './operations';
import { hydro } from '../../src/judges/adapters/hydro';
import { judge } from '../../src/judges/adapters/specification';
import { luogu as luoguKind } from '../../src/judges/adapters/luogu';
import type { JudgeType } from '../../src/judges/adapters/judgeType';
import { judgeTypeNames, judgeTypes, type JudgeTypeName } from '../../src/judges/adapters';

type Fields = Readonly<Record<string, unknown>>;

/** Creates a judge from valid settings. */
export function described(kind: JudgeType, name: string, fields: Fields): Judge {
  const reader = new FieldReader(name, fields);
  const judge = kind.describe(name, reader);
  if (!judge || reader.problems.length > 0) throw new Error(JSON.stringify(reader.problems));
  return judge;
}

/** The built-in service. */
export const luogu = described(luoguKind, 'luogu', {});

export function specifiedJudge(fields: Fields, name = 'test'): Judge {
  return described(judge, name, fields);
}

export function hydroSite(url: string, fields: Fields = {}, name = 'school'): Judge {
  return described(hydro, name, { url, ...fields });
}

/** The minimal settings of each type. */
export const leastFields = Object.fromEntries(
  judgeTypeNames.map((type) => [type, testedTypes[type].leastFields]),
) as Readonly<Record<JudgeTypeName, Fields>>;

/** Creates a judge of that type with minimal settings. */
export function leastJudge(type: JudgeTypeName): Judge {
  return described(judgeTypes[type], type === 'luogu' ? 'luogu' : 'test', leastFields[type]);
}

/** Returns the rule by which judges of a type compare outputs if their problem has none of its own. */
export function comparisonOf(type: JudgeTypeName): ComparisonRule {
  return leastJudge(type).comparison ?? usualComparison;
}

/**
 * Decodes a service's response to a request for a result. Throws `RequestFailed`, in one form for all responses. `now`: ms
 * since 1970.
 */
export async function decodeResult(
  type: JudgeTypeName,
  answer: PlainAnswer,
  requestId: string,
  now: number = Date.now(),
): Promise<ResultAnswer> {
  const question = resultAt(leastJudge(type), { requestId, hint: null });
  let isFirst = true;
  // Later requests get an empty response.
  const reply = (): PlainAnswer => {
    const reply = isFirst ? answer : { status: 200, contentType: 'application/json', text: '{}' };
    isFirst = false;
    return reply;
  };
  try {
    return await run(question, reply, now);
  } catch (error) {
    throw asRequestFailed(error);
  }
}

export { problemsAt, QuestionForUser, resultFrom, submitTo } from './playedOperations';
