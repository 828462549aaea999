import assert from 'node:assert/strict';
import { capabilities, listsSubmissions } from '../../../../src/editor/shared/capabilities';
import { codeforces } from '../../../../src/service/profiles/codeforces';
import { dmoj } from '../../../../src/service/profiles/dmoj';
import { judge0 } from '../../../../src/service/profiles/judge0';
import { serviceTypes, type Judge } from '../../../../src/service';
import { described, hydroSite, judgeService, leastService, luogu } from '../../../support/profiles';

describe('What the menus offer of the chosen service', () => {
  const url = 'https://judge.example.com';
  /** What it can do, by name. */
  const offered = (profile: Judge | null): readonly string[] =>
    Object.entries(capabilities(profile)).flatMap(([name, value]) => (value === true ? [name] : []));

  it('is what its profile has, and nothing else', () => {
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
      'canSignIn',
      'canFollow',
      'hasStatements',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(codeforces, 'cf', { handle: 'tourist' })), [
      'cannotSubmit',
      'canSignIn',
      'hasTokenPage',
      'canFollow',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(dmoj, 'dmoj', {})), [
      'cannotSubmit',
      'canSignIn',
      'hasTokenPage',
      'hasProblemPages',
      'hasRecordPages',
    ]);
    assert.deepEqual(offered(described(judge0, 'class', { url })), [
      'cannotSubmit',
      'canRunSamples',
      'canSignIn',
    ]);
    assert.deepEqual(offered(judgeService({ url })), ['cannotSubmit', 'hasCallbacks', 'definesCodes']);
  });

  it('is to follow submissions if the judge lists them, whatever its type', () => {
    for (const type of serviceTypes) {
      const judge = leastService(type);
      assert.equal(listsSubmissions(judge), judge.listing !== undefined, type);
    }
  });

  it('is what leads to the choice where none is chosen', () => {
    assert.deepEqual(offered(null), ['canSubmit', 'canSignIn']);
  });

  it('goes by the documents that it takes, also where it tells its languages only for a problem', () => {
    const { languages, extensions } = capabilities(hydroSite(url));
    assert.ok(languages.includes('cpp') && extensions.includes('.py'));
    const submission = { path: 'submit', fields: { problemId: 'p', language: 'l', code: 'c' } };
    assert.ok(capabilities(judgeService({ url, submission })).languages.includes('cpp'));
    assert.deepEqual(capabilities(described(codeforces, 'cf', { handle: 'x' })).languages, []);
  });
});
