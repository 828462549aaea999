import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../tools/workbench/eventually';
import { answering, useNotices } from './support/person';
import { openSession, type Session } from './support/session';

describe('“Fetch Judge Result”', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let session: Session;
  before(async () => {
    session = await openSession({ withPush: false });
  });
  after(() => session.close());

  it('lets the user edit an unknown ID in the input box', async () => {
    const body = { errorCode: 404, errorType: 'Test', errorMessage: 'No such ID', errorData: {} };
    session.service.script('typo', [{ status: 404, body }]);
    await answering(
      [
        { typing: 'typo', choose: /Fetch typo$/ },
        // Without typing it again.
        { choose: /Fetch typo$/ },
      ],
      async () => {
        void vscode.commands.executeCommand('judgeResults.fetch');
        await notices.press(/No such ID/, 'Edit ID');
        await eventually(() => assert.equal(session.service.log.requestsOf('typo').length, 2));
      },
    );
  });
});
