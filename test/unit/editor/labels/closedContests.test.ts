import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { explain } from '../../../../src/editor/labels/requestErrors';
import type { Closed } from '../../../../src/judges';

const failure = { kind: 'status', status: 400, answered: 200, error: null, retryAfter: null } as const;

const said = (closed: { readonly why: Closed; readonly startsAt?: number }) =>
  explain(
    { ...failure, cause: { kind: 'closed', ...closed } },
    { name: 'School', address: 'https://school.example' },
  );

describe('The message for a closed contest or problem', () => {
  it('names what is closed, and offers to try again only if that can help', () => {
    for (const [why, message, remedies] of [
      ['notBegun', 'The contest on School hasn’t begun.', ['tryAgain']],
      ['ended', 'The contest on School has ended.', []],
      ['deadline', 'The deadline of this problem on School has passed.', []],
      ['attempts', 'School accepts no more submissions from you to this problem.', []],
      ['suspended', 'The contest on School is suspended. Try again later.', ['tryAgain']],
    ] as const) {
      assert.deepEqual(said({ why }), { message, remedies });
    }
  });

  it('contains the time when the contest begins', () => {
    const { message } = said({ why: 'notBegun', startsAt: Date.now() + 60_000 });
    assert.match(message, /^The contest on School begins at .*\d\d:\d\d\.$/);
  });

  it('translates the judge’s own sentence if the judge sends it in English only', () => {
    speak('zh-cn');
    try {
      const errorMessage = 'This contest is not live.';
      const error = { errorCode: 403, errorType: null, errorMessage, errorData: null, form: null };
      const asked = { name: 'School', address: 'https://school.example' };
      assert.match(
        explain(
          { ...failure, status: 403, page: '/contest/1', error, cause: { kind: 'notTakingPart' } },
          asked,
        ).message,
        /这场比赛不在进行中。$/,
      );
    } finally {
      speak('en');
    }
  });
});
