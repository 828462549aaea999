import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parseCompilerOutput } from '../../../src/compiler';
import type { Sample } from '../../../src/editor/samples/samples';
import { completionOf, decodeEnvelope, statusText, subtasksOf } from '../../../src/judge';
import { luogu } from '../../../src/service/profiles/luogu';

const file = path.join(__dirname, '../../../media/samples.json');
const { samples } = JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly samples: readonly Sample[] };

function decoded(name: string) {
  const sample = samples.find((one) => one.name === name);
  const result = decodeEnvelope(sample?.envelope);
  assert.ok(result.ok);
  const { envelope } = result;
  const statuses = subtasksOf(envelope).flatMap(({ cases }) =>
    cases.map(({ status }) => statusText(status, luogu.rules)),
  );
  return { sample, envelope, statuses, completion: completionOf(envelope, luogu.rules) };
}

describe('the samples', () => {
  for (const [name, verdict] of [
    ['accepted', 'AC'],
    ['wrong-answer', 'WA'],
    ['runtime-error', 'RE'],
    ['time-limit', 'TLE'],
  ] as const) {
    it(`have a finished result with a case that is ${verdict}`, () => {
      const { statuses, completion } = decoded(name);
      assert.equal(completion, 'finished');
      assert.ok(statuses.includes(verdict));
    });
  }

  it('have a crash with its signal', () => {
    const cases = subtasksOf(decoded('runtime-error').envelope).flatMap((subtask) => subtask.cases);
    assert.ok(cases.some(({ signal }) => signal === 11));
  });

  it('have Chinese warnings at places that the program has', () => {
    const { sample, envelope } = decoded('accepted');
    const message = envelope.data?.compile?.message ?? '';
    assert.match(message, /警告：/);
    const found = parseCompilerOutput(message);
    assert.ok(found.length >= 2);
    const lines = sample?.code.split('\n') ?? [];
    for (const { line, severity } of found) {
      assert.equal(severity, 'warning');
      assert.ok(line !== null && line <= lines.length);
    }
  });

  it('have a failed compilation', () => {
    const { envelope, completion } = decoded('compile-error');
    assert.equal(envelope.data?.compile?.success, false);
    assert.equal(completion, 'finished');
    assert.ok(
      parseCompilerOutput(envelope.data?.compile?.message ?? '').some((one) => one.severity === 'error'),
    );
  });

  it('have a judging that is half way', () => {
    assert.equal(decoded('judging').completion, 'unfinished');
  });

  it('are small', () => {
    assert.ok(fs.statSync(file).size < 40_000);
  });
});
