import assert from 'node:assert/strict';
import { decodeEnvelope, type Envelope } from '../../../src/results';
import { encodeEnvelope } from '../../../src/results/model';

const none = { score: null, time: null, memory: null };
const one = { id: 5, status: 'WA', ...none, signal: null, exitCode: null, description: 'read 1' };
const envelope: Envelope = {
  type: 'judge',
  requestId: '7',
  trackId: null,
  extra: { outer: 1 },
  data: {
    compile: { success: true, message: 'w', opt2: null, extra: { compiler: 2 } },
    judge: {
      id: 7,
      status: 'WA',
      ...none,
      passed: 4,
      description: 'hacked',
      extra: { judging: 3 },
      total: 213,
      hidesCases: true,
      isPreliminary: true,
      isIgnored: true,
      remarks: [{ author: null, line: 2, code: 'f();', text: 'Why?' }],
      subtasks: [
        {
          id: null,
          status: 'WA',
          ...none,
          cases: [{ ...one, extra: { stdout: '1' } }],
          name: 'easy',
          maximum: 40,
          extra: { type: 'min' },
        },
      ],
    },
    extra: { inner: 4 },
  },
};
const changed = (data: object | null): Envelope => ({
  ...envelope,
  data: data && { ...envelope.data!, ...data },
});

function stored(json: unknown): Envelope {
  const decoded = decodeEnvelope(json, 'stored');
  assert.ok(decoded.ok);
  return decoded.envelope;
}

describe('A stored envelope', () => {
  it('keeps text status codes and added fields', () => {
    for (const each of [
      envelope,
      changed({ hidden: true }),
      changed({ compile: null }),
      changed({ judge: null }),
      changed(null),
      { type: 'judge', data: null, requestId: null, trackId: null } as const,
    ]) {
      assert.deepEqual(stored(JSON.parse(encodeEnvelope(each))), each);
    }
  });

  it('contains extra fields next to the specified ones', () => {
    const { outer, data } = JSON.parse(encodeEnvelope(envelope)) as Record<string, unknown>;
    const { inner, compile, judge } = data as Record<string, Record<string, unknown>>;
    assert.deepEqual([outer, inner, compile?.compiler, judge?.judging], [1, 4, 2, 3]);
  });

  it('has the “hidden” mark and added fields only if they are stored', () => {
    const data = (more: object) => stored({ type: 'judge', data: more }).data;
    assert.equal(data({ hidden: true })?.hidden, true);
    assert.deepEqual(data({ hidden: 1 })?.extra, { hidden: 1 });
    const judge = data({ judge: { status: 3 } })?.judge;
    assert.deepEqual(['passed' in judge!, 'description' in judge!, judge?.status], [false, false, 3]);
    const decoded = decodeEnvelope({ type: 'judge', data: { judge: { status: [] } } }, 'stored');
    assert.equal(
      decoded.ok ? '' : `${decoded.path}: ${decoded.expected}`,
      'data.judge.status: a whole number',
    );
  });

  it('keeps an unsuitable value in an added field as an extra field', () => {
    for (const odd of [
      { passed: true },
      { passed: '4' },
      { passed: 1.5 },
      { description: 0 },
      { description: {} },
      { total: '12' },
      { hidesCases: 1 },
      { isPreliminary: 'yes' },
      { isIgnored: 1 },
      { remarks: [{ author: 'x', line: 1.5, code: '', text: '' }] },
      { passed: null, description: null },
    ]) {
      const judge = stored({ type: 'judge', data: { judge: { status: 3, ...odd } } }).data?.judge;
      assert.deepEqual(judge?.extra, odd);
      assert.deepEqual(
        Object.keys(odd).filter((name) => Object.hasOwn(judge ?? {}, name)),
        [],
      );
    }
    const subtask = { name: 4, maximum: 'all' };
    const whole = stored({ type: 'judge', data: { judge: { subtasks: [subtask] } } });
    assert.deepEqual(whole.data?.judge?.subtasks[0]?.extra, subtask);
  });
});

describe('An envelope from a judge', () => {
  it('keeps the names of added fields as extra fields', () => {
    const decoded = decodeEnvelope({
      type: 'judge',
      data: {
        hidden: true,
        judge: { passed: 4, description: 'x', total: 5, subtasks: [{ name: 'easy', maximum: 4 }] },
      },
    });
    assert.ok(decoded.ok);
    const { data } = decoded.envelope;
    assert.deepEqual([data?.hidden, data?.extra], [undefined, { hidden: true }]);
    const judge = data?.judge;
    assert.deepEqual(
      [judge?.passed, judge?.description, judge?.extra],
      [undefined, undefined, { passed: 4, description: 'x', total: 5 }],
    );
    assert.deepEqual(judge?.subtasks[0]?.extra, { name: 'easy', maximum: 4 });
  });
});
