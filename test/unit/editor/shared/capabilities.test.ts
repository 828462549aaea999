import assert from 'node:assert/strict';
import { capabilities, listsSubmissions } from '../../../../src/editor/shared/capabilities';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { judgeTypeNames, type Judge } from '../../../../src/judges';
import { described, hydroSite, specifiedJudge, leastJudge, luogu } from '../../../support/profiles';

describe('Judge capabilities for the menus', () => {
  const url = 'https://judge.example.com';
  /** Names of its capabilities. */
  const offered = (judge: Judge | null): readonly string[] =>
    Object.entries(capabilities(judge, false)).flatMap(([name, value]) => (value === true ? [name] : []));

  it('describe only the current judge', () => {
    assert.deepEqual(offered(luogu), [
      'canSubmit',
      'canSignIn',
      'hasTokenPage',
      'hasCallbacks',
      'hasQuota',
      'hasProblemPages',
    ]);
    assert.deepEqual(offered(hydroSite(url)), [
      'canSubmit',
      'canRunSamples',
      'canRunSamplesAtJudge',
      'canSignIn',
      'canFollow',
      'hasStatements',
      'returnsSamples',
      'listsByProblem',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(codeforces, 'cf', { handle: 'tourist' })), [
      'canSubmit',
      'canSubmitInBrowser',
      'canSignIn',
      'hasTokenPage',
      'canFollow',
      'listsByProblem',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(dmoj, 'dmoj', {})), [
      'canSubmit',
      'canSignIn',
      'hasTokenPage',
      'canFollow',
      'returnsSamples',
      'listsByProblem',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(judge0, 'class', { url })), [
      'cannotSubmit',
      'canRunSamples',
      'canRunSamplesAtJudge',
      'canSignIn',
    ]);
    assert.deepEqual(offered(specifiedJudge({ url })), ['cannotSubmit', 'hasCallbacks', 'definesCodes']);
  });

  it('include following if the judge lists submissions, whatever its type', () => {
    for (const type of judgeTypeNames) {
      const judge = leastJudge(type);
      assert.equal(listsSubmissions(judge), judge.listing !== undefined, type);
    }
  });

  it('include running samples of every judge on a computer, with icons only if a judge is chosen', () => {
    const { canRunHere, canRunSamples, canRunSamplesAtJudge, sampleLanguages } = capabilities(luogu, true);
    assert.deepEqual([canRunHere, canRunSamples, canRunSamplesAtJudge], [true, true, false]);
    assert.ok(sampleLanguages.includes('cpp'));
    const { sampleLanguages: icons, localLanguages: keys } = capabilities(null, true);
    assert.deepEqual([icons.length, keys.includes('cpp')], [0, true]);
    assert.deepEqual(capabilities(null, false).localLanguages, []);
  });

  it('offer the choice of a judge if none is chosen', () => {
    assert.deepEqual(offered(null), ['canSubmit', 'canSignIn']);
  });

  it('include the documents that the judge accepts, even if its languages depend on the problem', () => {
    const { languages, extensions } = capabilities(hydroSite(url), false);
    assert.ok(languages.includes('cpp') && extensions.includes('.py'));
    const submission = { path: 'submit', fields: { problemId: 'p', language: 'l', code: 'c' } };
    assert.ok(capabilities(specifiedJudge({ url, submission }), false).languages.includes('cpp'));
    // a website accepts any program
    assert.ok(capabilities(described(codeforces, 'cf', { handle: 'x' }), false).languages.includes('cpp'));
    assert.deepEqual(capabilities(described(judge0, 'class', { url }), false).languages, []);
  });
});
