import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window, type InputBoxOptions } from 'vscode';
import { editJudge } from '../../../../src/editor/judges/editJudges';
import type { Extension } from '../../../../src/editor/extension';
import { judgeNamed } from '../../../../src/judges/adapters';
import { RequestFailed, type JudgeDescriptions } from '../../../../src/judges';
import { standIn } from '../../support/standIn';
import { addKind } from './addKind';

describe('The URL of a page, pasted while a judge is added', () => {
  const real = { ...window };
  /** Initial texts of the input boxes, by their prompts. */
  let boxes: (readonly [prompt: string | undefined, value: string | undefined])[];
  /** Texts to enter; undefined: the initial text. */
  let entered: (string | undefined)[];
  /** Label of the type of judge to add. */
  let type: string;

  const descriptions = () => settings['services'] as JudgeDescriptions;
  const cancelled = () => Promise.reject(new RequestFailed({ kind: 'cancelled' }));
  const extension = standIn<Extension>({
    judges: {
      named: async (name: string) => {
        const read = judgeNamed(name, descriptions());
        return read.ok ? { kind: 'chosen' as const, judge: read.judge } : { kind: 'wrong' as const, ...read };
      },
      isSignedOut: async () => false,
      all: async () => [],
      // the sign-in isn't part of these tests
      clientWith: async () => standIn({ ask: cancelled }),
      credentials: { redaction: { text: (text: string) => text } },
    },
    log: { error: () => undefined },
  });

  beforeEach(() => {
    speak('en');
    answerNotices();
    [boxes, entered, type] = [[], [], 'CSES'];
    settings['services'] = {};
    delete settings['service'];
    Object.assign(window, {
      createInputBox: closedBox,
      showInputBox: async (box: InputBoxOptions) => {
        boxes.push([box.prompt, box.value]);
        const text = entered.shift() ?? box.value;
        assert.equal(await box.validateInput?.(text ?? ''), undefined, text);
        return text;
      },
    });
  });
  afterEach(() => {
    Object.assign(window, { createInputBox: undefined }, real);
    delete settings['services'];
    delete settings['service'];
  });

  it('sets the fields that it contains, also in place of another field than the URL', async () => {
    entered = ['https://cses.fi/101/task/B'];
    await addKind(extension, type);
    assert.deepEqual(descriptions(), { 'CSES 101': { type: 'cses', scope: '101' } });
    assert.match(boxes[0]?.[0] ?? '', /^ID of the course or number of the contest/);
    assert.deepEqual(
      boxes.map(([, value]) => value),
      ['problemset', 'CSES 101'],
    );
  });

  it('isn’t needed: the default applies', async () => {
    await addKind(extension, type);
    assert.deepEqual(descriptions(), { CSES: { type: 'cses' } });
    entered = ['https://cses.fi/problemset/result/123'];
    await addKind(extension, type);
    assert.deepEqual(Object.keys(descriptions()), ['CSES', 'CSES 2']);
  });

  it('can be of another site', async () => {
    entered = ['http://localhost:4011/alon/task/1068'];
    await addKind(extension, type);
    assert.deepEqual(descriptions(), {
      'localhost:4011 alon': { type: 'cses', url: 'http://localhost:4011/api', scope: 'alon' },
    });
  });

  it('sets the contest in place of the URL of the API, and the default URL isn’t saved', async () => {
    type = 'Yandex Contest';
    entered = ['https://contest.yandex.ru/contest/12345/problems/A'];
    await addKind(extension, type);
    assert.deepEqual(descriptions(), {
      'Yandex Contest 12345': { type: 'yandex-contest', contest: '12345' },
    });
    assert.deepEqual(
      boxes.map(([, value]) => value),
      ['https://api.contest.yandex.net/api/public/v2', '12345', 'Yandex Contest 12345'],
    );
  });

  it('replaces the fields while the judge is edited', async () => {
    settings['services'] = { mine: { type: 'cses', scope: 'alon', follow: false } };
    entered = ['https://cses.fi/102/list'];
    await editJudge(extension, 'mine');
    assert.deepEqual(descriptions(), { mine: { type: 'cses', scope: '102', follow: false } });
    assert.equal(boxes.length, 2);
  });
});

/** An input box that the user closes immediately. */
function closedBox(): object {
  const nothing = { dispose: () => undefined };
  let close = (): void => undefined;
  return {
    onDidChangeValue: () => nothing,
    onDidAccept: () => nothing,
    onDidTriggerButton: () => nothing,
    onDidHide: (listener: () => void) => {
      close = listener;
      return nothing;
    },
    show: () => close(),
    dispose: () => undefined,
  };
}
