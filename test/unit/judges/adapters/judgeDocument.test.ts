import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { meaningOf } from '../../../../src/results';
import { judgeNamed } from '../../../../src/judges/adapters';
import { failing, firstRequestOf, on, resultAt, run } from '../../../support/operations';
import { answer } from './answers';

const document = fs.readFileSync(path.join(__dirname, '../../../../docs/custom-judges.md'), 'utf8');
const [, section = ''] = document.split('\n## Type `judge`\n');

/** Returns the code block after that bold word in the document. */
function block(title: string): string {
  const [, behind = ''] = section.split(`\n**${title}**`);
  return /```json\n([^]*?)```/.exec(behind)?.[1] ?? assert.fail(title);
}

const json = (title: string) => JSON.parse(block(title)) as unknown;

describe('The documented interface for type judge', () => {
  const read = judgeNamed('mine', JSON.parse(`{${block('Description')}}`) as Record<string, unknown>);
  assert.ok(read.ok, JSON.stringify(read));
  const { judge } = read;
  const { statuses } = judge.rules;
  const result = resultAt(judge, { requestId: 'r-1', hint: null });

  it('receives result requests at the documented URL', async () => {
    const { path } = await firstRequestOf(result);
    assert.equal(judge.baseUrl + path, 'https://judge.example.com/api/judge/result?id=r-1');
    assert.match(section, /`GET \/api\/judge\/result\?id=r-1`/);
    const empty = { status: 204, contentType: null, text: '' };
    assert.deepEqual(await run(result, () => empty), { kind: 'notReady' });
  });

  it('returns a result whose fields are all read', async () => {
    const said = await run(result, () => answer(json('Result')));
    assert.ok(said.kind === 'result');
    const { requestId, trackId, data, extra } = said.envelope;
    assert.equal(requestId, 'r-1');
    assert.match(trackId ?? '', /any text/);
    assert.match(data?.compile?.message ?? '', /warning: unused/);
    const { judge } = data ?? {};
    assert.equal(meaningOf(statuses, judge?.status ?? null)?.short, 'WA');
    const [subtask] = judge?.subtasks ?? [];
    assert.deepEqual(
      subtask?.cases.map(({ status, description }) => [meaningOf(statuses, status)?.short, description]),
      [
        ['AC', null],
        ['WA', 'expected 3, found 4'],
      ],
    );
    const extras = [extra, data?.extra, data?.compile?.extra, judge?.extra, subtask?.extra];
    assert.deepEqual([...extras, ...(subtask?.cases.map((one) => one.extra) ?? [])].filter(Boolean), []);
    assert.deepEqual(said.notices, []);
  });

  it('returns an error whose message is shown', async () => {
    assert.equal(await failing(result, () => answer(json('Error'), 404)), '404 no such request');
  });

  it('accepts a program and returns its ID', async () => {
    const program = { problemId: '1', place: null, language: 'cxx17', code: 'x', optimise: false };
    const submitted =
      on(judge, (http) => judge.submission!.submit(http, { ...program, trackId: 't', inputs: null })) ??
      assert.fail();
    const request = await firstRequestOf(submitted);
    assert.equal(judge.baseUrl + request.path, 'https://judge.example.com/api/submit');
    assert.match(section, /`POST \/api\/submit`/);
    assert.deepEqual(request.body, { pid: '1', lang: 'cxx17', code: 'x', trackId: 't' });
    const taken = await run(submitted, () => answer(json('Submission')));
    assert.deepEqual(taken, { kind: 'accepted', requestId: 'r-2', hint: null });
    assert.deepEqual(judge.submission?.documents?.editorLanguages, ['cpp', 'python']);
  });

  it('pushes a frame that is read as a result', () => {
    const frame = judge.push?.read(block('Push'));
    assert.ok(frame?.kind === 'result');
    assert.equal(frame.requestId, 'r-2');
    const meaning = meaningOf(statuses, frame.answer.envelope.data?.judge?.status ?? null);
    assert.deepEqual([meaning?.kind, meaning?.running], ['pending', true]);
  });
});
