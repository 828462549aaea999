import { answerNotices, commandArguments, commandsRun, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { showPauses } from '../../../../src/editor/pending/pauseNotices';
import { settle } from '../../support/fakeClock';
import { MINUTE, ORIGIN, SAFE, World, failure, request, status, type Window } from '../../tracking/world';

describe('The notice about a pause', () => {
  let world: World;
  let notices: { dispose(): void }[];

  /** A window whose notices listen to its tracker. */
  function open(name = 'A'): Window {
    const window = world.open(name);
    const listeners = new Set<() => void>();
    const change = (): void => [...listeners].forEach((one) => one());
    const parts = {
      tracking: {
        pending: () => window.tracker.pending,
        health: (origin: string) => window.tracker.health(origin),
        onDidChange: (listener: () => void) => {
          listeners.add(listener);
          return { dispose: () => void listeners.delete(listener) };
        },
      },
      log: { warn: () => undefined },
    };
    notices.push(showPauses(parts, world.leases.of(name)));
    changes.push(change);
    return window;
  }
  let changes: (() => void)[];

  /** Advances the clock, reporting all events frequently. */
  async function pass(ms: number): Promise<void> {
    for (let at = 0; at < 20; at += 1) {
      await world.clock.advance(ms / 20);
      for (const change of changes) change();
      await settle();
    }
  }

  beforeEach(() => {
    speak('en');
    world = new World();
    notices = [];
    changes = [];
    commandsRun.length = 0;
    commandArguments.length = 0;
  });
  afterEach(() => {
    for (const one of notices) one.dispose();
    delete settings.notifications;
  });

  it('reports once that the user is signed out, and when the oldest result expires', async () => {
    const shown = answerNotices('Sign In');
    const window = open();
    world.service.script = () => status(401);
    await window.track(request('one', { known: true, lifetime: { safe: SAFE, end: 4 * SAFE } }));
    await window.track(request('two'));
    await pass(30 * MINUTE);
    assert.equal(shown.length, 1);
    assert.match(
      shown[0]?.message ?? '',
      /^Signed out of judge\.example\. Sign in to continue\. The oldest result may expire at .+\.$/,
    );
    assert.deepEqual(commandsRun, ['judgeResults.setCredentials']);
    // A new pause is reported again.
    world.service.script = () => ({ kind: 'notReady' });
    window.tracker.onCredentialChanged(ORIGIN);
    await pass(MINUTE);
    world.service.script = () => status(401);
    await pass(10 * MINUTE);
    assert.equal(shown.length, 2);
  });

  it('is shown in only one window', async () => {
    const shown = answerNotices();
    const [one, other] = [open('A'), open('B')];
    world.service.script = () => status(401);
    await one.track(request('one'));
    await other.track(request('two'));
    await pass(MINUTE);
    assert.deepEqual(
      [one, other].map(({ tracker }) => tracker.health(ORIGIN).kind),
      ['paused', 'paused'],
    );
    assert.equal(shown.length, 1);
  });

  it('offers to sign in to the paused judge', async () => {
    const shown = answerNotices('Sign In');
    const window = open();
    world.service.script = () => status(401);
    await window.track(request('one'));
    await pass(MINUTE);
    assert.deepEqual(
      shown.map(({ buttons }) => buttons),
      [['Sign In']],
    );
    assert.deepEqual(commandsRun, ['judgeResults.setCredentials']);
    assert.deepEqual(commandArguments, [[ORIGIN]]);
  });

  it('offers no sign-in if several results are rejected for any user', async () => {
    const shown = answerNotices('Try Again');
    const window = open();
    const { failure: blocked } = status(403);
    assert.ok(blocked.kind === 'status');
    world.service.script = () => failure({ ...blocked, refusesAnybody: true });
    for (const id of ['one', 'two', 'three']) {
      await window.track(request(id));
      await pass(MINUTE);
    }
    await window.track(request('four'), { submitted: true });
    await pass(MINUTE);
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['judge.example rejected several requests. Refresh to continue.', ['Try Again']]],
    );
    assert.deepEqual(commandsRun, ['judgeResults.refreshAll']);
  });

  it('isn’t shown if notifications are off, or during the question about certificates', async () => {
    const shown = answerNotices();
    const unchecked = failure({ kind: 'insecure', origin: ORIGIN, why: 'unchecked' });
    const window = open();
    world.service.script = () => unchecked;
    await window.track(request('one'));
    await pass(MINUTE);
    settings.notifications = 'never';
    world.service.script = () => status(401);
    window.tracker.onCredentialChanged(ORIGIN);
    await pass(MINUTE);
    assert.deepEqual(shown, []);
  });

  it('explains why credentials may not be sent to a URL', async () => {
    const shown = answerNotices();
    const window = open();
    world.service.script = () =>
      failure({ kind: 'insecure', origin: 'http://judge.example', why: 'plainHttp' });
    await window.track(request('one'));
    await pass(MINUTE);
    assert.match(shown[0]?.message ?? '', /^Nothing was sent\. http:\/\/judge\.example doesn’t use HTTPS/);
  });
});
