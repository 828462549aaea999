import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { agreeToUnchecked } from '../../../../src/editor/judges/clientMaker';
import { failureOf, judgeAt } from '../../judges/clients';
import { settle } from '../../support/fakeClock';

const onThisMachine = 'http://127.0.0.1:8000';

function pushingFrom(webSocketUrl: string) {
  return judgeAt(onThisMachine, {
    type: 'judge',
    authentication: { scheme: 'bearer' },
    push: { webSocketUrl, authentication: 'header' },
  });
}

class State implements Memento {
  private readonly values = new Map<string, unknown>();
  keys = () => [...this.values.keys()];
  get<T>(key: string, otherwise?: T): T {
    return (this.values.has(key) ? this.values.get(key) : otherwise) as T;
  }
  update = (key: string, value: unknown) => Promise.resolve(void this.values.set(key, value));
}

describe('Credentials without certificate verification', () => {
  const nothing = (): void => undefined;
  let state: State;
  beforeEach(() => {
    speak('en');
    state = new State();
  });

  it('need no consent if everything stays on this machine', async () => {
    const shown = answerNotices();
    await agreeToUnchecked(state, pushingFrom('ws://127.0.0.1:8000/ws'), 'person', nothing);
    assert.deepEqual(shown, []);
  });

  it('need consent for a judge on this machine with a push URL elsewhere', async () => {
    const judge = pushingFrom('wss://push.judge.test/ws');
    const shown = answerNotices(undefined, 'Send Anyway');
    const refused = await failureOf(agreeToUnchecked(state, judge, 'person', nothing));
    assert.deepEqual(refused.failure, {
      kind: 'insecure',
      origin: 'wss://push.judge.test',
      why: 'unchecked',
    });
    assert.equal(refused.sent, 'no');
    assert.match(
      shown[0]?.message ?? '',
      /\(wss:\/\/push\.judge\.test\) could be intercepted\. Send them\?$/,
    );
    assert.deepEqual(shown[0]?.buttons, ['Send Anyway', 'Open Setting']);
    await agreeToUnchecked(state, judge, 'person', nothing);
    await agreeToUnchecked(state, judge, 'background', nothing);
    assert.equal(shown.length, 2);
  });

  it('need consent again after the push URL changes', async () => {
    const shown = answerNotices('Send Anyway', undefined);
    await agreeToUnchecked(state, pushingFrom('wss://push.judge.test/ws'), 'person', nothing);
    await failureOf(agreeToUnchecked(state, pushingFrom('wss://other.test/ws'), 'person', nothing));
    assert.match(shown[1]?.message ?? '', /\(wss:\/\/other\.test\)/);
  });

  it('wait for a single consent in the background', async () => {
    const judge = pushingFrom('wss://waiting.judge.test/ws');
    let agreed = 0;
    const shown = answerNotices('Send Anyway');
    const asking = [1, 2].map(() => agreeToUnchecked(state, judge, 'background', () => (agreed += 1)));
    await Promise.all(asking.map(failureOf));
    await settle();
    assert.equal(agreed, 1);
    assert.equal(shown.length, 1);
    await agreeToUnchecked(state, judge, 'background', nothing);
  });
});
