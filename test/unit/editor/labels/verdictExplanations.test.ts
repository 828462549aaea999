import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { compileErrorExplanation, explanationOf } from '../../../../src/editor/labels/verdictExplanations';
import { verdictTopics } from '../../../../src/resultPage/messages';
import type { JudgeSemantics } from '../../../../src/results';
import { clics } from '../../../../src/judges/adapters/clics';
import { cms } from '../../../../src/judges/adapters/cms';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { eolymp } from '../../../../src/judges/adapters/eolymp';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import { commonVerdicts } from '../../../../src/judges/adapters/shared/commonVerdicts';
import { thisComputer } from '../../../../src/judges/adapters/thisComputer';
import { luogu } from '../../../support/profiles';
import { root } from '../../../../tools/root';

describe('The explanation of a verdict', () => {
  beforeEach(() => speak('en'));
  afterEach(() => speak('en'));

  const topicOf = (code: string): string | null =>
    explanationOf(commonVerdicts[code] ?? assert.fail(code))?.topic ?? null;

  it('exists for every verdict that isn’t accepted or pending', () => {
    for (const [code, meaning] of Object.entries(commonVerdicts)) {
      const isOpen = meaning.kind === 'accepted' || meaning.kind === 'pending';
      assert.equal(explanationOf(meaning) === null, isOpen, code);
    }
  });

  it('is that of its name, or else of its style', () => {
    const expected = {
      WA: 'wrong-answer',
      NO: 'wrong-answer',
      PE: 'presentation-error',
      PART: 'partially-accepted',
      TLE: 'time-limit-exceeded',
      MLE: 'memory-limit-exceeded',
      OLE: 'output-limit-exceeded',
      ILE: 'idleness-limit-exceeded',
      RTE: 'runtime-error',
      SV: 'security-violation',
      CE: 'compile-error',
      JE: 'judge-error',
      DQ: 'rejected',
      SKIP: 'not-run',
      REVIEW: 'in-review',
    };
    for (const [code, topic] of Object.entries(expected)) assert.equal(topicOf(code), topic, code);
    const own = commonVerdicts['TLE'] ?? assert.fail();
    assert.equal(explanationOf({ ...own, short: 'LIMIT' })?.topic, 'limit-exceeded');
    assert.equal(explanationOf({ ...own, short: 'constructor' })?.topic, 'limit-exceeded');
  });

  it('distinguishes a verdict that the contest hides from a review', () => {
    const topicAt = (rules: JudgeSemantics | null, code: string) =>
      explanationOf(rules?.statuses[code] ?? assert.fail(code))?.topic;
    assert.equal(topicAt(cms.rules, '5'), 'hidden');
    assert.equal(topicAt(yandexContest.rules, 'HIDDEN'), 'hidden');
    assert.equal(topicAt(eolymp.rules, 'COMPLETE'), 'hidden');
    assert.equal(topicAt(yandexContest.rules, 'ManualInspection'), 'in-review');
    for (const code of ['8', '16', '23']) assert.equal(topicAt(ejudge.rules, code), 'in-review');
    // a described judge can give these short names to other statuses
    const wrong = commonVerdicts['WA'] ?? assert.fail();
    assert.equal(explanationOf({ ...wrong, short: 'DONE' })?.topic, 'wrong-answer');
  });

  it('is missing for unknown codes, and for a general failure without a cause', () => {
    assert.equal(explanationOf(null), null);
    assert.equal(explanationOf(luogu.rules.statuses['14'] ?? assert.fail()), null);
    assert.equal(explanationOf(thisComputer.rules.statuses['STOP'] ?? assert.fail()), null);
  });

  it('names the end of the contest for a late submission', () => {
    const late = clics.rules?.statuses['LATE'] ?? assert.fail();
    assert.deepEqual(explanationOf(late), {
      topic: 'rejected',
      text: 'The contest had ended when the program was submitted.',
    });
  });

  it('names the timeout of a compiler that its output contains', () => {
    const texts = (messages: readonly (string | null)[]) =>
      new Set(messages.map((message) => compileErrorExplanation(message).text));
    const stopped = [
      'Compilation time limit exceeded.',
      'compiler timed out (> 10 seconds)',
      'main.cpp: note\nCompilation timed out\n',
      'Compiler runtime error, info: {"cpu_time": 3002, "signal": 9, "exit_code": 0, "result": 1}',
    ];
    assert.deepEqual(
      texts(stopped),
      new Set(['The compiler took too long and was stopped, so the program wasn’t run.']),
    );
    const rejected = [
      null,
      '',
      'main.cpp:1:1: error: x',
      'Compiler runtime error, info: {"cpu_time": 0, "result": 5}',
      '\n'.repeat(1_000_000),
    ];
    assert.deepEqual(
      texts(rejected),
      new Set(['The judge’s compiler rejected the program, so it wasn’t run.']),
    );
  });

  it('is one sentence in English and Chinese', () => {
    const meanings = [commonVerdicts, cms.rules?.statuses ?? assert.fail()].flatMap((statuses) =>
      Object.values(statuses),
    );
    const texts = () => [
      compileErrorExplanation(null).text,
      ...meanings.flatMap((meaning) => explanationOf(meaning)?.text ?? []),
    ];
    for (const text of texts()) assert.match(text, /^[^.]+\.$/);
    speak('zh-cn');
    for (const text of texts()) assert.match(text, /^[^。]*\p{Script=Han}[^。]*。$/u);
  });

  it('has a section in the document that ships with the extension, in both languages', () => {
    const headingsIn = (file: string): readonly string[] =>
      [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/^## (.+)$/gm)].map(
        ([, title = '']) => title,
      );
    const english = headingsIn('docs/verdicts.md');
    const names = english.map((title) => title.toLowerCase().replaceAll(' ', '-'));
    assert.deepEqual(names.slice(1, verdictTopics.length + 1), verdictTopics);
    assert.equal(headingsIn('docs/zh-cn/verdicts.md').length, english.length);
    const shipped = fs.readFileSync(path.join(root, '.vscodeignore'), 'utf8').split('\n');
    for (const file of ['docs/verdicts.md', 'docs/zh-cn/verdicts.md'])
      assert.ok(shipped.includes(`!${file}`));
  });
});
