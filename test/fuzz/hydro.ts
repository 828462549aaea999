// Any response or push of a Hydro site results in a value of the declared type, or in one `RequestFailed`.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFrame } from '../../src/judges/adapters/hydro/frames';
import { withExpected } from '../../src/judges/adapters/hydro/samples';
import type { PlainAnswer } from '../../src/judges/adapters/shared/makeResult';
import { hydroSite } from '../support/profiles';
import { canBeAsked, isRead, valueOf } from './answered';
import { untouchedPrototypes } from './envelopes';
import { anyJson, anyText, damaged, listOf, numberLike, objectOf } from './json';
import { target } from './target';
import { type BoundOperation, checkOf, on, recentOf, resultAt } from '../support/operations';

const now = Date.parse('2026-11-21T12:00:00Z');
export const idOfHydro = '6b0287ea08066e6dc6a70976';
const quoted = anyText.map((text) => JSON.stringify(text));
const maybe = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: anyJson },
  );
const status = fc.oneof(
  fc.constantFrom('0', '1', '2', '6', '7', '8', '9', '20', '21', '22', '31'),
  numberLike,
);
const rid = fc.oneof(
  { weight: 4, arbitrary: fc.constant(JSON.stringify(idOfHydro)) },
  { weight: 1, arbitrary: quoted },
);

const sentence = fc.oneof(
  fc.constantFrom(
    ...['"On line {0}: Read {1}, expect {2}."', '"Your program returned {0}."', '"{0}{1}{0}"', '"{99}{-1}"'],
    ...['"Segmentation fault"', '"ExitCode: 1 (Killed)\\nx"', '"ExitCode: 99999999999"'],
  ),
  quoted,
);
const message = fc.oneof(
  sentence,
  objectOf({ message: maybe(sentence), params: maybe(listOf(fc.oneof(quoted, numberLike, anyJson), 4)) }),
);
const testCase = objectOf({
  id: maybe(numberLike),
  subtaskId: maybe(numberLike),
  status: maybe(status),
  score: maybe(numberLike),
  time: maybe(numberLike),
  memory: maybe(numberLike),
  message: maybe(message),
});
const subtask = objectOf({ type: maybe(quoted), score: maybe(numberLike), status: maybe(status) });
const rdoc = objectOf({
  _id: maybe(rid),
  status: maybe(status),
  score: maybe(numberLike),
  time: maybe(numberLike),
  memory: maybe(numberLike),
  code: maybe(quoted),
  lang: maybe(quoted),
  domainId: maybe(quoted),
  contest: maybe(quoted),
  pid: maybe(numberLike),
  judgeTexts: maybe(listOf(message, 3)),
  compilerTexts: maybe(listOf(message, 3)),
  testCases: maybe(listOf(testCase, 4)),
  subtasks: maybe(objectOf({ '1': maybe(subtask), '2': maybe(subtask), __proto__: maybe(subtask) })),
});
const pdoc = objectOf({ pid: maybe(quoted), docId: maybe(numberLike), title: maybe(quoted) });
const failure = objectOf({
  name: maybe(
    fc.constantFrom(
      '"OpcountExceededError"',
      '"ValidationError"',
      '"LoginError"',
      '"AggregateError"',
      '"XError"',
    ),
  ),
  message: maybe(
    fc.oneof(quoted, fc.constant('"Too frequent operations of {0} (limit: {2} operations in {1} seconds)."')),
  ),
  params: maybe(listOf(fc.oneof(quoted, numberLike, anyJson), 4)),
});
export const bodyOfHydro = fc.oneof(
  { weight: 8, arbitrary: objectOf({ rdoc: maybe(rdoc), pdoc: maybe(pdoc) }) },
  { weight: 2, arbitrary: objectOf({ error: maybe(failure) }) },
  {
    weight: 2,
    arbitrary: objectOf({
      url: maybe(
        fc.oneof(quoted, fc.constantFrom('"/login?redirect=%2F"', '"/d/x/domain/join"', '"/contest/1"')),
      ),
      rid: maybe(rid),
      tid: maybe(rid),
    }),
  },
  {
    weight: 3,
    arbitrary: objectOf({
      rdocs: maybe(listOf(rdoc, 3)),
      pdict: maybe(objectOf({ '1': maybe(pdoc), constructor: maybe(pdoc) })),
      pdocs: maybe(listOf(pdoc, 3)),
      langRange: maybe(objectOf({ cc: maybe(quoted), 'py.py3': maybe(quoted), toString: maybe(quoted) })),
      UserContext: maybe(objectOf({ _id: maybe(numberLike), uname: maybe(quoted) })),
    }),
  },
);

const answer: fc.Arbitrary<PlainAnswer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 403, 404, 500, 302),
  contentType: fc.constant('application/json'),
  text: fc.oneof(
    { weight: 12, arbitrary: bodyOfHydro },
    { weight: 2, arbitrary: damaged(bodyOfHydro) },
    { weight: 1, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.constantFrom('ping', 'pong', '', '<!doctype html>') },
  ),
  date: fc.option(fc.oneof(fc.constant(new Date(now).toUTCString()), anyText)),
  cookies: fc.option(
    fc.oneof(fc.constantFrom('sid=abcdefgh; path=/, sid.sig=x', 'sid=; path=/', 'asid=x'), anyText),
  ),
});

const program = {
  problemId: 'P1',
  place: null,
  language: 'cc',
  optimise: false,
  code: 'x',
  trackId: 't',
  inputs: null,
};

const site = hydroSite('https://oj.example.org');
const { push, submission, signIn, batch } = site;
assert.ok(push && submission && batch && signIn.kind === 'password');
/** All operations except fetching results. */
const questions: readonly BoundOperation<unknown>[] = [
  checkOf(site),
  on(site, (http) => batch.fetchStates(http, [], 'alice')),
  recentOf(site, 'alice'),
  on(site, (http) => signIn.signIn(http, 'alice', 'x', null)),
  on(site, (http) => submission.fetchForm!(http, program)),
  on(site, (http) => submission.findProblems!(http, 'x')),
  on(site, (http) => submission.submit(http, program)),
];

export const hydroAnswers = target(
  'responses of Hydro',
  fc.tuple(answer, fc.nat(15)),
  async ([one, which]) => {
    const question = questions[which];
    if (question) {
      await valueOf(question, one);
    } else if (which < 12) {
      const hint = which % 2 === 0 ? null : withExpected(`system#${'0'.repeat(24)}`, ['3\n', '']);
      const result = await valueOf(resultAt(site, { requestId: idOfHydro, hint }), one);
      if (result?.kind === 'result') {
        const { envelope, about } = result;
        isRead(envelope, about);
        const problem = about?.problem && { problemId: about.problem.id, place: about.hint ?? null };
        await canBeAsked(site, { requestId: idOfHydro, hint: about?.hint ?? null }, problem ?? undefined);
      }
    } else {
      const frame = readFrame(one.text);
      if (frame.kind === 'result') {
        assert.notEqual(frame.requestId, '');
        isRead(frame.answer.envelope, frame.answer.about);
      }
    }
    untouchedPrototypes();
  },
);
