import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { l10n } from 'vscode';
import { secretPrompt, nameOfJudge, withSecretAdvice } from '../../../../src/editor/labels/judgeLabels';
import { judgeFrom } from '../../../support/playedJudge';
import { leastJudge } from '../../../support/profiles';

const luogu = { name: 'Luogu Open Platform', chineseName: '洛谷开放平台' };
const custom = { name: 'judge.example.com', chineseName: null };

describe('A judge’s name', () => {
  beforeEach(() => speak('en'));
  afterEach(() => speak('en'));

  it('is its usual English name', () => {
    assert.equal(nameOfJudge(luogu), 'Luogu Open Platform');
    assert.equal(nameOfJudge(custom), 'judge.example.com');
  });

  it('has spaces around it in a Chinese sentence', () => {
    speak('zh-cn');
    const title = (service: typeof luogu | typeof custom): string =>
      l10n.t('Submit {0} to {1} as {2}?', 'a.cpp', nameOfJudge(service), 'P1001');
    assert.equal(title(luogu), '将 a.cpp 提交到 洛谷开放平台 的 P1001？');
    assert.equal(title(custom), '将 a.cpp 提交到 judge.example.com 的 P1001？');
  });
});

describe('The prompt for a secret', () => {
  beforeEach(() => speak('en'));
  afterEach(() => speak('en'));

  it('mentions the token if the judge’s page shows it together with a secret', () => {
    const ejudge = leastJudge('ejudge');
    assert.match(secretPrompt(ejudge), /^Token from the page “API keys” of the contest, not the secret\./);
    assert.equal(withSecretAdvice('Denied', ejudge), 'Denied. Enter the token. The secret isn’t needed.');
    assert.equal(withSecretAdvice('Denied.', ejudge), 'Denied. Enter the token. The secret isn’t needed.');
    speak('zh-cn');
    assert.equal(withSecretAdvice('已拒绝', ejudge), '已拒绝。请输入 token。不需要 secret。');
  });

  it('has the name that a description gives the secret', () => {
    const qduoj = judgeFrom({ type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' });
    assert.equal(secretPrompt(qduoj), 'App key. Sent only to https://oj.example.edu.');
  });

  it('mentions the application whose token a judge accepts', () => {
    assert.match(
      secretPrompt(leastJudge('yandex-contest')),
      /^OAuth token of an application .* permission contest:submit\. Sent only to https:\/\/api\.contest\.yandex\.net/,
    );
  });

  it('mentions no secret for other judges', () => {
    assert.match(secretPrompt(leastJudge('omegaup')), /^API token\. Sent only to https:/);
    for (const type of ['omegaup', 'kattis', 'hydro', 'judge'] as const)
      assert.equal(withSecretAdvice('Denied', leastJudge(type)), 'Denied');
  });
});
