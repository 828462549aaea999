import { quickPicks, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Uri, window } from 'vscode';
import { askOptions, submitWords } from '../../../../src/editor/submit/askOptions';
import type { Prepared } from '../../../../src/editor/submit/submitSteps';
import { waitForTurn } from '../../../../src/editor/submit/waitForTurn';
import type { Extension } from '../../../../src/editor/extension';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import { described } from '../../../support/profiles';
import { FakeClock, settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const judge = described(omegaup, 'omegaup', {});
const source = {
  uri: Uri.parse('file:///folder/a.cpp'),
  name: 'a.cpp',
  editorLanguage: 'cpp',
  code: 'x',
  size: 1,
  textHash: 'h',
};
const prepared: Prepared = { judge, offer: judge.submission!, source };
const sumas = { problemId: 'sumas', place: null };

describe('A judge that accepts the next submission later', () => {
  let remaining: RemainingSubmissions;
  let clock: FakeClock;
  let extension: Extension;
  let messages: string[];
  let cancel: () => void;
  const withProgress = window.withProgress;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    remaining = new RemainingSubmissions();
    clock = new FakeClock();
    extension = standIn<Extension>({ remaining, judges: { timeAt: () => clock.now() } });
    messages = [];
    cancel = () => undefined;
    Object.assign(window, {
      withProgress: (_where: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) => {
        const token = {
          isCancellationRequested: false,
          onCancellationRequested: (listener: () => void) => {
            cancel = () => {
              token.isCancellationRequested = true;
              listener();
            };
            return { dispose: () => void (cancel = () => assert.fail('disposed')) };
          },
        };
        return work({ report: ({ message }: { message: string }) => messages.push(message) }, token);
      },
    });
  });
  afterEach(() => {
    Object.assign(window, { withProgress });
    quickPicks.at(-1)?.hide();
    mock.timers.reset();
  });

  it('gets the program when the time has come', async () => {
    remaining.noteNext(judge.id, sumas, clock.now() + 2500);
    let ended: boolean | null = null;
    void waitForTurn(extension, prepared, sumas, clock).then((may) => (ended = may));
    for (let second = 0; second < 3; second += 1) {
      assert.equal(ended, null);
      await clock.advance(1000);
      await settle();
    }
    assert.equal(ended, true);
    assert.deepEqual(messages, [
      'It is submitted in 3 s.',
      'It is submitted in 2 s.',
      'It is submitted in 1 s.',
    ]);
  });

  it('gets no program if the user cancels', async () => {
    remaining.noteNext(judge.id, sumas, clock.now() + 60_000);
    const waiting = waitForTurn(extension, prepared, sumas, clock);
    cancel();
    assert.equal(await waiting, false);
    const before = messages.length;
    await clock.advance(5000);
    assert.equal(messages.length, before);
    assert.throws(cancel, /disposed/);
  });

  it('gets programs for other problems immediately', async () => {
    remaining.noteNext(judge.id, sumas, clock.now() + 60_000);
    assert.equal(await waitForTurn(extension, prepared, { problemId: 'resta', place: null }, clock), true);
    assert.equal(await waitForTurn(extension, prepared, { ...sumas, place: 'c-det' }, clock), true);
    assert.deepEqual(messages, []);
  });

  it('is known from the last submission if the form doesn’t contain the time', () => {
    remaining.noteNext(judge.id, sumas, clock.now() + 34_000);
    remaining.note(judge.id, sumas, { endsAt: null, submissions: null });
    assert.equal(remaining.waitFor(judge.id, sumas, clock.now()), 34_000);
    assert.deepEqual([submitWords(33_100), submitWords(0)], ['Submit in 34 s', 'Submit']);
  });

  it('gets no price after the box is closed', async () => {
    let load: (price: string) => void = assert.fail;
    const question = {
      program: 'sumas to omegaUp · Python',
      chosen: { ...sumas, language: 'py3' },
      price: new Promise<string>((resolve) => (load = resolve)),
      warning: '',
      offersSamples: false,
    };
    const step = { title: 'Submit', step: 3, steps: 3, canGoBack: true };
    const asking = askOptions(extension, prepared, step, { kind: 'submit', optimise: false }, question);
    const pick = quickPicks.at(-1)!;
    const { placeholder } = pick;
    pick.hide();
    await asking;
    load('1 point');
    await settle();
    assert.equal(pick.placeholder, placeholder);
  });

  it('counts down in the box', () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const step = { title: 'Submit', step: 3, steps: 3, canGoBack: true };
    const question = {
      program: 'sumas to omegaUp · Python',
      chosen: { ...sumas, language: 'py3' },
      price: Promise.resolve(''),
      warning: '',
      offersSamples: false,
    };
    remaining.noteNext(judge.id, sumas, clock.now() + 2000);
    void askOptions(extension, prepared, step, { kind: 'submit', optimise: false }, question);
    const pick = quickPicks.at(-1)!;
    const waits: string[] = [];
    for (let second = 0; second < 3; second += 1) {
      waits.push(pick.items[0]!.description ?? '');
      assert.deepEqual(pick.activeItems, [pick.items[0]]);
      mock.timers.tick(1000);
    }
    assert.deepEqual(waits, ['Submit in 2 s', 'Submit in 1 s', '']);
  });
});
