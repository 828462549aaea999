// Any response of CSES results in a value of the declared type, or in one `RequestFailed`.
import fc from 'fast-check';
import { cses } from '../../src/judges/adapters/cses';
import { listOf, numberLike, objectOf } from './json';
import { answersOf, maybe, quoted, words } from './otherJudges';
import type { Target } from './target';

const id = fc.oneof(fc.constant('7'), numberLike);
const flag = maybe(fc.constantFrom('true', 'false'));
const time = maybe(
  words('2026-11-22T06:00:00', '2026-11-22T06:00:00.123+03:00', '2026-11-22 06:00', '24:61'),
);

const languageOfCses = maybe(
  objectOf({ name: maybe(words('C++', 'Python3')), option: maybe(words('C++17')) }),
);
const verdictOfCses = maybe(words('ACCEPTED', 'WRONG ANSWER', 'TIME LIMIT EXCEEDED', 'constructor'));
const submissionOfCses = objectOf({
  id: maybe(id),
  time,
  language: languageOfCses,
  status: maybe(words('PENDING', 'TESTING', 'COMPILE ERROR', 'READY')),
  pending: flag,
  result: fc.option(verdictOfCses),
  score: maybe(numberLike),
  task: maybe(objectOf({ id: maybe(quoted), name: maybe(quoted) })),
  test_progress: maybe(objectOf({ finished_tests: maybe(numberLike), total_tests: maybe(numberLike) })),
  feedback: maybe(
    listOf(objectOf({ group: maybe(numberLike), verdict: verdictOfCses, score: maybe(numberLike) }), 3),
  ),
  tests: maybe(
    listOf(
      objectOf({
        number: maybe(numberLike),
        verdict: verdictOfCses,
        time: maybe(numberLike),
        groups: maybe(listOf(numberLike, 3)),
      }),
      4,
    ),
  ),
  test_report: maybe(quoted),
  compiler: maybe(words('input/code.cpp:3:5: error: x')),
  outcome_status: maybe(words('none', 'pass', 'fail')),
  outcome_score: maybe(numberLike),
});
const ofCses = fc.oneof(
  submissionOfCses,
  objectOf({ submissions: maybe(listOf(submissionOfCses, 3)) }),
  objectOf({ id: maybe(id), username: maybe(quoted), displayname: maybe(quoted) }),
  objectOf({
    message: maybe(words('Too many requests')),
    code: maybe(words('client_error', 'server_error', 'invalid_api_key', 'pending_api_key')),
  }),
  objectOf({
    sections: maybe(
      listOf(
        objectOf({
          list: maybe(
            listOf(
              objectOf({ item_type: maybe(words('task', 'text')), id: maybe(quoted), name: maybe(quoted) }),
              3,
            ),
          ),
        }),
        2,
      ),
    ),
  }),
  objectOf({
    name: maybe(quoted),
    time_limit: maybe(numberLike),
    memory_limit: maybe(numberLike),
    text: maybe(quoted),
  }),
);

const url = 'https://oj.example.org';

export const csesAnswers: Target = answersOf('CSES', cses, { url }, ofCses);
