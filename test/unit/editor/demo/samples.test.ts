import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parseCompilerOutput } from '../../../../src/compiler';
import type { Samples } from '../../../../src/editor/demo/demoFiles';
import {
  comparableOutputs,
  completionOf,
  decodeEnvelope,
  inputOf,
  statusText,
  subtasksOf,
} from '../../../../src/results';
import { luogu } from '../../../support/profiles';

const file = path.join(__dirname, '../../../../media/samples.json');
const samples = JSON.parse(fs.readFileSync(file, 'utf8')) as Samples;
const languages = ['en', 'zh-cn'] as const;
type Language = (typeof languages)[number];

function decoded(language: Language, name: string) {
  const sample = samples[language].find((one) => one.name === name);
  const result = decodeEnvelope(sample?.envelope);
  assert.ok(result.ok);
  const { envelope } = result;
  const statuses = subtasksOf(envelope).flatMap(({ cases }) =>
    cases.map(({ status }) => statusText(status, luogu.rules)),
  );
  return { sample, envelope, statuses, completion: completionOf(envelope, luogu.rules) };
}

for (const language of languages) {
  describe(`The demo results in ${language}`, () => {
    for (const [name, verdict] of [
      ['accepted', 'AC'],
      ['wrong-answer', 'WA'],
      ['runtime-error', 'RE'],
      ['time-limit', 'TLE'],
    ] as const) {
      it(`include a finished result with a ${verdict} case`, () => {
        const { statuses, completion } = decoded(language, name);
        assert.equal(completion, 'finished');
        assert.ok(statuses.includes(verdict));
      });
    }

    it('explain the first wrong answer by its input and both outputs', () => {
      const cases = subtasksOf(decoded(language, 'wrong-answer').envelope).flatMap(
        (subtask) => subtask.cases,
      );
      const first = cases.find(({ status }) => status === 6);
      assert.ok(first);
      assert.equal(inputOf(first), '5\n-9 -6 -3 -2 -2\n');
      const outputs = comparableOutputs(first);
      assert.deepEqual([outputs?.expected, outputs?.actual], ['-2\n', '0\n']);
    });

    it('name both numbers in each wrong answer', () => {
      const wrong = subtasksOf(decoded(language, 'wrong-answer').envelope)
        .flatMap((subtask) => subtask.cases)
        .filter(({ status }) => status === 6);
      assert.deepEqual(
        wrong.map(({ description }) => description?.replace(/^.* - /, '')),
        ["expected: '-2', found: '0'", "expected: '-4', found: '0'"],
      );
    });

    it('include a crash with its signal', () => {
      const cases = subtasksOf(decoded(language, 'runtime-error').envelope).flatMap(({ cases }) => cases);
      assert.ok(cases.some(({ signal }) => signal === 11));
    });

    it('include warnings at program lines', () => {
      const { sample, envelope } = decoded(language, 'accepted');
      const found = parseCompilerOutput(envelope.data?.compile?.message ?? '');
      assert.ok(found.length >= 2);
      const lines = sample?.code.split('\n') ?? [];
      for (const { line, severity } of found) {
        assert.equal(severity, 'warning');
        assert.ok(line !== null && line <= lines.length);
      }
    });

    it('include a failed compilation', () => {
      const { envelope, completion } = decoded(language, 'compile-error');
      assert.equal(envelope.data?.compile?.success, false);
      assert.equal(completion, 'finished');
      assert.ok(
        parseCompilerOutput(envelope.data?.compile?.message ?? '').some((one) => one.severity === 'error'),
      );
    });

    it('include an unfinished result', () => {
      assert.equal(decoded(language, 'judging').completion, 'unfinished');
    });
  });
}

describe('The packaged demo results', () => {
  it('are in the user’s language, including comments and compiler output', () => {
    const chinese = /[\u4e00-\u9fff]/;
    assert.doesNotMatch(JSON.stringify(samples.en), chinese);
    for (const { code } of samples['zh-cn']) assert.match(code, chinese);
    assert.match(decoded('zh-cn', 'accepted').envelope.data?.compile?.message ?? '', /警告：/);
  });

  it('are the same in each language', () => {
    const [english, chinese] = languages.map((language) =>
      samples[language].map(({ name, file, problem }) => [
        name,
        file,
        problem,
        decoded(language, name).statuses,
      ]),
    );
    assert.deepEqual(english?.slice(0, -1), chinese?.slice(0, -1));
  });

  it('stay below the package size limit', () => {
    assert.ok(fs.statSync(file).size < 40_000);
  });
});
