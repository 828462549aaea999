import '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { settings } from '../../../support/vscodeWords';
import {
  changeJudges,
  isFollowed,
  judgeDescriptions,
  writeFollowed,
} from '../../../../../src/editor/shared/settings/judgeSettings';
import {
  choiceSetting,
  numberSetting,
  switchSetting,
} from '../../../../../src/editor/shared/settings/settings';

const root = path.join(__dirname, '../../../../..');

describe('A setting', () => {
  afterEach(() => {
    for (const name of ['history.limit', 'notifications', 'diagnostics.enabled']) delete settings[name];
  });

  for (const [value, read] of [
    [undefined, 500],
    [20, 20],
    [1, 10],
    [NaN, 500],
    ['20', 500],
  ] as const) {
    it(`that is a number is ${read} if the user entered ${String(value)}`, () => {
      settings['history.limit'] = value;
      assert.equal(numberSetting('history.limit'), read);
    });
  }

  it('that is a choice or a switch has its default if its value is invalid', () => {
    assert.deepEqual(
      [choiceSetting('notifications'), switchSetting('diagnostics.enabled')],
      ['always', true],
    );
    settings['notifications'] = 'never';
    settings['diagnostics.enabled'] = false;
    assert.deepEqual(
      [choiceSetting('notifications'), switchSetting('diagnostics.enabled')],
      ['never', false],
    );
    settings['notifications'] = 'seldom';
    settings['diagnostics.enabled'] = 0;
    assert.deepEqual(
      [choiceSetting('notifications'), switchSetting('diagnostics.enabled')],
      ['always', true],
    );
  });
});

describe('Changes to the judges in the settings', () => {
  beforeEach(() => {
    settings['services'] = { 'oj.a.edu': { type: 'hydro' }, '127.0.0.1:8080': 'not an object', x: {} };
  });
  after(() => {
    delete settings['services'];
  });

  it('keep other judges in their order, valid or not', async () => {
    await changeJudges({ x: { type: 'dmoj' }, 'oj.b.edu': { type: 'hydro' } });
    assert.deepEqual(Object.entries(judgeDescriptions()), [
      ['oj.a.edu', { type: 'hydro' }],
      ['127.0.0.1:8080', 'not an object'],
      ['x', { type: 'dmoj' }],
      ['oj.b.edu', { type: 'hydro' }],
    ]);
    await changeJudges({ x: undefined });
    assert.deepEqual(Object.keys(judgeDescriptions()), ['oj.a.edu', '127.0.0.1:8080', 'oj.b.edu']);
  });

  it('aren’t lost if several are made concurrently', async () => {
    await Promise.all([
      changeJudges({ a: { type: 'dmoj' } }),
      writeFollowed('oj.a.edu', true),
      changeJudges({ x: undefined }),
    ]);
    assert.deepEqual(Object.keys(judgeDescriptions()), ['oj.a.edu', '127.0.0.1:8080', 'a']);
    assert.ok(isFollowed('oj.a.edu'));
  });

  it('happen in one folder only: no other file reads or writes VS Code settings', async () => {
    const folder = path.join(root, 'src');
    const names = await fs.readdir(folder, { recursive: true });
    const found: string[] = [];
    for (const name of names.filter((one) => one.endsWith('.ts'))) {
      const text = await fs.readFile(path.join(folder, name), 'utf8');
      if (/\bgetConfiguration\b|\bConfigurationTarget\b/.test(text))
        found.push(path.dirname(name).replaceAll('\\', '/'));
    }
    assert.deepEqual([...new Set(found)], ['editor/shared/settings']);
  });
});
