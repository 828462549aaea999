import {
  answerNotices,
  commandArguments,
  commandsRun,
  openedPages,
  speak,
} from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Extension } from '../../../../../src/editor/extension';
import { showFailure } from '../../../../../src/editor/shared/failures/showFailure';
import { RequestFailed } from '../../../../../src/judges';
import { hydroSite } from '../../../../support/profiles';
import { standIn } from '../../../support/standIn';

describe('The failure notice', () => {
  const extension = standIn<Extension>({
    log: { error: () => undefined },
    judges: { credentials: { redaction: { text: (message: string) => message } } },
  });
  const judge = hydroSite('https://oj.school.edu');

  beforeEach(() => speak('en'));

  for (const status of [401, 403]) {
    it(`offers to sign in to the judge that returned ${status}, not to the current judge`, async () => {
      answerNotices('Sign In');
      const error = new RequestFailed({ kind: 'status', status, error: null, retryAfter: null });
      await showFailure(extension, error, judge, () => assert.fail('tried again'));
      assert.equal(commandsRun.at(-1), 'judgeResults.setCredentials');
      assert.deepEqual(commandArguments.at(-1), [judge.id]);
    });
  }

  it('opens the page that resolves it, which can be on another host than the API', async () => {
    for (const [page, opened] of [
      ['/contest/7', 'oj.school.edu/contest/7'],
      ['https://contest.example.org/contest/7', 'contest.example.org/contest/7'],
    ] as const) {
      answerNotices('Open Website');
      const error = new RequestFailed({ kind: 'status', status: 404, error: null, retryAfter: null, page });
      await showFailure(extension, error, judge, () => assert.fail('tried again'));
      assert.equal(openedPages.at(-1), opened);
    }
  });
});
