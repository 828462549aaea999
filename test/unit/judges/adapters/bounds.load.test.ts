import assert from 'node:assert/strict';
import { judgeTypeNames, type JudgeTypeName } from '../../../../src/judges';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { idOf } from '../../../support/hostileAnswers';
import { sentCases, testedTypes } from '../../../support/judgeTypes';
import { json } from '../../../../src/judges/adapters/json';
import { described, leastJudge } from '../../../support/profiles';
import { failing, resultAt, run } from '../../../support/operations';
import { answer } from './answers';

/** Results of Kattis and CMS contain no list. */
const types = judgeTypeNames.filter((type) => type !== 'kattis' && type !== 'cms');

function questionOf(type: JudgeTypeName) {
  return resultAt(leastJudge(type), { requestId: idOf(type), hint: null });
}

/** Responds with that list to each request for a result. */
function replyWith(type: JudgeTypeName, list: string, answers: PlainAnswer[] = []) {
  const { baseUrl } = leastJudge(type);
  return ({ path }: OutgoingRequest): PlainAnswer => {
    const text = testedTypes[type].bodyWithCases(list, baseUrl + path);
    const sent = { status: 200, contentType: 'application/json', text };
    answers.push(sent);
    return sent;
  };
}

/** Returns an entry of the list in JSON, with few fields. */
function entryOf(type: JudgeTypeName): string {
  return JSON.stringify(sentCases(type).least);
}

function listOf(length: number, entry: string): string {
  return `[${`${entry},`.repeat(length - 1)}${entry}]`;
}

for (const type of types) {
  describe(`A result from a ${type} judge`, () => {
    it('is accepted with up to 100,000 entries in its list', async () => {
      const entry = entryOf(type);
      const result = await run(questionOf(type), replyWith(type, listOf(100_000, entry)));
      assert.equal(result.kind, 'result');
      assert.match(
        await failing(questionOf(type), replyWith(type, listOf(100_001, entry))),
        /: at most 100,000 entries, not a list$/,
      );
    });

    it('is rejected before parsing if it contains too many empty entries', async () => {
      const { parse } = JSON;
      let parsed = 0;
      JSON.parse = (text: string) => {
        parsed = Math.max(parsed, text.length);
        return parse(text) as unknown;
      };
      try {
        for (const entry of ['{}', '[]', '{"a":[]}'])
          assert.match(
            await failing(questionOf(type), replyWith(type, listOf(400_000, entry))),
            /^: at most 100,000 entries/,
          );
      } finally {
        JSON.parse = parse;
      }
      assert.ok(parsed < 1000, `a text of ${parsed} characters was parsed`);
    });
  });
}

describe('A response', () => {
  it('is parsed once, however many parts of the code read it', async () => {
    const { parse } = JSON;
    for (const type of judgeTypeNames) {
      const parsed = new Map<string, number>();
      const answers: PlainAnswer[] = [];
      JSON.parse = (text: string) => {
        parsed.set(text, (parsed.get(text) ?? 0) + 1);
        return parse(text) as unknown;
      };
      try {
        await run(questionOf(type), replyWith(type, listOf(1, entryOf(type)), answers));
      } finally {
        JSON.parse = parse;
      }
      for (const { text } of answers) {
        const count = parsed.get(text) ?? 0;
        const sent = answers.filter((one) => one.text === text).length;
        assert.ok(count <= sent, `${type}: ${text} was parsed ${count} times`);
      }
    }
  });

  it('with an error status is reported by that status, whatever the body contains', async () => {
    const text = listOf(400_000, '{}');
    for (const type of judgeTypeNames) {
      const refusal = { status: 500, contentType: 'application/json', text };
      assert.equal(await failing(questionOf(type), () => refusal), '500', type);
    }
  });

  it('is too large if the configured paths lead to the same text too often', async () => {
    const judge = described(json, 'test', {
      url: 'https://oj.example.org',
      result: {
        path: '/{id}',
        fields: { status: 'status' },
        cases: { list: 'cases', fields: { status: 'status', output: 'text', expected: 'text' } },
      },
    });
    const question = resultAt(judge, { requestId: '7', hint: null });
    const text = 'x'.repeat(1024 * 1024);
    const withCases = (length: number) =>
      answer({ status: 'AC', cases: Array.from({ length }, () => ({ status: 'AC', text })) });
    assert.equal((await run(question, () => withCases(32))).kind, 'result');
    assert.equal(await failing(question, () => withCases(33)), 'tooLarge');
  });

  it('may have 16 MiB, and more only for types whose results contain whole outputs or contests', () => {
    const larger = judgeTypeNames
      .map((type) => [type, leastJudge(type).bodyLimit / 1024 / 1024] as const)
      .filter(([, mebibytes]) => mebibytes !== 16);
    const expected = {
      judge: 64,
      luogu: 64,
      judge0: 64,
      json: 32,
      clics: 32,
      ejudge: 32,
      'yandex-contest': 32,
    };
    assert.deepEqual(Object.fromEntries(larger), expected);
  });
});
