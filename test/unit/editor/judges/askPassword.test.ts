import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { askPassword, askUserAndPassword } from '../../../../src/editor/judges/signIn/askPassword';
import type { Extension } from '../../../../src/editor/extension';
import type { JudgeHttp, Operation } from '../../../../src/judges';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { hydroSite } from '../../../support/profiles';
import { answerBoxes } from '../../support/answerBoxes';
import { standIn } from '../../support/standIn';

describe('Signing in with user name and password', () => {
  const judge = hydroSite('https://oj.example.org');

  beforeEach(() => speak('en'));
  afterEach(() => Object.assign(window, { createInputBox: undefined }));

  it('returns the session of a site that accepts an email, without the password, which it hides', async () => {
    const redaction = new Redaction();
    const sent: unknown[] = [];
    const http = standIn<JudgeHttp>({});
    const client = { ask: <Value>(operation: Operation<Value>) => operation(http) };
    const services = { clientWith: async () => client, credentials: { redaction } };
    const prompts = answerBoxes('alice@example.org', 'p4ssw0rd');
    const signIn = async (_: JudgeHttp, ...texts: readonly (string | null)[]) => {
      sent.push(texts);
      return { kind: 'signedIn' as const, secret: 'the-session' };
    };
    const answer = await askPassword(
      standIn<Extension>({ judges: services }),
      judge,
      { kind: 'password', signIn, signOut: async () => undefined, cookie: 'sid' },
      { title: 'Sign In', user: '' },
    );
    assert.deepEqual(answer, { user: 'alice@example.org', secret: 'the-session' });
    assert.deepEqual(sent, [['alice@example.org', 'p4ssw0rd', null]]);
    assert.equal(redaction.text('is p4ssw0rd'), 'is •••');
    assert.match(prompts.join('\n'), /^User name or email\nPassword of alice@example\.org\. Sent only to /);
  });

  it('asks for no email if each request carries the user name', async () => {
    const prompts = answerBoxes('alice', 'p4ssw0rd');
    const answer = await askUserAndPassword(judge, 'Sign In', async (secret) => ({
      kind: 'taken',
      value: secret,
    }));
    assert.equal(answer, 'alice:p4ssw0rd');
    assert.match(prompts.join('\n'), /^User name\nPassword of alice\./);
  });
});
