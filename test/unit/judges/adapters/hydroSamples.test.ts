import assert from 'node:assert/strict';
import { expectedIn, samplesIn, withExpected } from '../../../../src/judges/adapters/hydro/samples';
import { isLinear } from '../../../fuzz/growth';
import { firstRequestOf, on, resultAt, run } from '../../../support/operations';
import { hydroSite } from '../../../support/profiles';
import { answer } from './answers';

const id = '6b0287ea08066e6dc6a70976';
const selfTest = '0'.repeat(24);
const site = hydroSite('https://oj.example.org');
const hint = withExpected(`system#${selfTest}`, ['3\n', '7\n']);

describe('The samples in a Hydro statement', () => {
  it('are the contents of its numbered blocks', () => {
    const text = [
      ...[
        '## Input',
        '',
        '```input1',
        '1 2',
        '```',
        '```output1',
        '3',
        '',
        '```',
        'text',
        '```cpp',
        'int a;',
        '```',
      ],
      ...[
        '```input10',
        '5',
        '```',
        '   ```output10 ',
        '6',
        '```',
        '```input2',
        '```',
        '```output2',
        '',
        '```',
      ],
      ...[
        '```input3',
        'has no output',
        '```',
        '```output4',
        'has no input',
        '```',
        '```input5',
        'never ends',
      ],
    ];
    const samples = [
      { input: '1 2\n', expected: '3\n\n' },
      { input: '\n', expected: '\n' },
      { input: '5\n', expected: '6\n' },
    ];
    assert.deepEqual(samplesIn(text.join('\n')), samples);
    assert.deepEqual(samplesIn(text.join('\r\n')), samples);
    assert.deepEqual(samplesIn(''), []);
  });

  it('may be fenced by tildes, by more backticks, and with a space or other words around the name', () => {
    const samples = (...lines: string[]) => samplesIn(lines.join('\n'));
    const sum = [{ input: '1 2\n', expected: '3\n' }];
    assert.deepEqual(samples('~~~input1', '1 2', '~~~', '', '~~~~output1', '3', '~~~~'), sum);
    assert.deepEqual(samples('````input1', '1 2', '````', '````output1', '3', '`````'), sum);
    assert.deepEqual(samples('``` input1', '1 2', '```', '```  output1 copy', '3', '```'), sum);
    assert.deepEqual(samples('```input1', '1 2', '~~~', '``', '```', '```output1', '3', '```'), [
      { input: '1 2\n~~~\n``\n', expected: '3\n' },
    ]);
    assert.deepEqual(samples('````md', '```input1', '1', '```', '```output1', '1', '```', '````'), []);
    assert.deepEqual(samples('```input1```', '1 2', '```output1', '3', '```'), []);
  });

  it('are part of the response for the form, in any language', async () => {
    const content = JSON.stringify({ zh: 'none', en: '```input1\n1\n```\n\n```output1\n2\n```' });
    const form = on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'P1', place: null }));
    assert.ok(form);
    const read = async (text: unknown) =>
      (await run(form, () => answer({ pdoc: { content: text }, langRange: {} }))).samples;
    assert.deepEqual(await read(content), [{ input: '1\n', expected: '2\n' }]);
    assert.deepEqual([await read('text'), await read(undefined)], [[], []]);
  });

  it('are found in linear time', () => {
    for (const part of ['```input1\n', '```\n', '`', ' ', '\n', '```input1']) isLinear(part, samplesIn);
  });
});

describe('A self-test with samples at a Hydro site', () => {
  const message = (text: string, status = 1, at = 1) => ({
    id: at,
    subtaskId: 1,
    status,
    score: 1,
    time: 3,
    memory: 800,
    message: text,
  });
  const rdoc = (more: object) => ({
    _id: id,
    status: 1,
    lang: 'cc',
    pid: 4,
    domainId: 'system',
    contest: selfTest,
    input: ['1 2\n', '3 4\n'],
    testCases: [],
    subtasks: { 1: { type: 'sum', score: 2, status: 1 } },
    ...more,
  });
  const read = async (more: object, own: string | null = hint) => {
    const question = resultAt(site, { requestId: id, hint: own });
    const result = await run(question, () => answer({ rdoc: rdoc(more) }));
    assert.ok(result.kind === 'result');
    const { judge } = result.envelope.data ?? {};
    const cases = (judge?.subtasks ?? []).flatMap((one) => one.cases);
    return {
      status: judge?.status,
      subtasks: judge?.subtasks?.map((one) => one.status),
      cases: cases.map(({ status, description, extra }) => ({ status, description, extra })),
      hint: result.about?.hint,
    };
  };
  const right = {
    status: 1,
    description: null,
    extra: { stdin: '1 2\n', stdout: '3\n\n', expected: '3\n' },
  };
  const wrong = {
    status: 2,
    description: 'Line 1: expected 7, found 8.',
    extra: {
      stdin: '3 4\n',
      stdout: '8\n\n',
      expected: '7\n',
      notes: { 'Line {0}: expected {1}, found {2}.': ['1', '7', '8'] },
    },
  };

  it('stores the expected outputs in its locator, which still identifies the record', async () => {
    assert.deepEqual(expectedIn(hint), ['3\n', '7\n']);
    assert.deepEqual(expectedIn(withExpected('#x', ['a#b'])), ['a#b']);
    for (const none of [null, '', 'system', `system#${selfTest}`, 'a#b#', 'a#b#[]', 'a#b#[1]', 'a#b#{"c":1}'])
      assert.equal(expectedIn(none), null, String(none));
    const { path } = await firstRequestOf(resultAt(site, { requestId: id, hint }));
    assert.equal(path, `/d/system/record/${id}`);
    assert.equal(
      site.push?.detail?.({ requestId: id, hint }),
      `wss://oj.example.org/d/system/record-detail-conn?rid=${id}&noTemplate=true`,
    );
  });

  it('has a case for each sample, compared with its expected output, and the worst verdict of the cases', async () => {
    const testCases = [message('3\n\n'), message('8\n\n', 1, 2)];
    assert.deepEqual(await read({ testCases }), { status: 2, subtasks: [2], cases: [right, wrong], hint });
    assert.deepEqual((await read({ testCases: testCases.slice(0, 1) })).status, 1);
    assert.deepEqual(await read({ status: 20, testCases: testCases.slice(0, 1) }), {
      status: 20,
      subtasks: [1],
      cases: [right],
      hint,
    });
    const crashed = message('ExitCode: 11 (Segmentation Fault)\n3\n\n', 6);
    assert.deepEqual(await read({ status: 6, testCases: [crashed] }), {
      status: 6,
      subtasks: [6],
      cases: [{ ...right, status: 6 }],
      hint,
    });
    assert.deepEqual(await read({ status: 7 }), { status: 7, subtasks: [], cases: [], hint });
  });

  it('is nearly right if Hydro’s checker may accept an output, unless another one is wrong', async () => {
    const within = await read({ testCases: [message('3.0000001\n'), message('7\n', 1, 2)] });
    assert.deepEqual([within.status, within.subtasks], ['NEAR', ['NEAR']]);
    assert.deepEqual(
      within.cases.map(({ status, description }) => [status, description]),
      [
        ['NEAR', 'Equal within 1e-6. The judge may accept this.'],
        [1, null],
      ],
    );
    assert.equal((await read({ testCases: [message('3.0000001\n'), message('8\n', 1, 2)] })).status, 2);
    assert.equal(
      (await read({ testCases: [message('3.0000001\n'), message('', 6, 2)], status: 6 })).status,
      6,
    );
  });

  it('gets the same result by push and by poll', async () => {
    const testCases = [message('3\n\n'), message('8\n\n', 1, 2)];
    const frame = site.push?.read(JSON.stringify({ rdoc: rdoc({ code: 'x', testCases }) }), (requestId) => {
      assert.equal(requestId, id);
      return hint;
    });
    assert.ok(frame?.kind === 'result' && frame.answer.kind === 'result');
    const polled = await run(resultAt(site, { requestId: id, hint }), () =>
      answer({ rdoc: rdoc({ testCases }) }),
    );
    assert.ok(polled.kind === 'result');
    assert.deepEqual(frame.answer.envelope, polled.envelope);
    assert.equal(frame.answer.about?.hint, hint);
  });

  it('compares nothing if version 4 merged the inputs, or if no output is expected', async () => {
    const testCases = [message('3\n\n')];
    for (const [more, own, stdin] of [
      [{ input: '1 2\n,3 4\n' }, hint, '1 2\n,3 4\n'],
      [{}, `system#${selfTest}`, '1 2\n'],
    ] as const) {
      const { status, cases } = await read({ testCases, ...more }, own);
      assert.deepEqual([status, cases], [1, [{ status: 1, description: '3\n\n', extra: { stdin } }]]);
    }
  });
});
