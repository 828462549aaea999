import assert from 'node:assert/strict';
import { decodeEnvelope } from '../../../src/results';
import type { Case, DecodedEnvelope, Envelope, Judgement, Subtask } from '../../../src/results';

const wholeCase = {
  id: 3,
  status: 7,
  score: 2.5,
  time: 12,
  memory: 800,
  signal: 11,
  exitCode: 139,
  description: 'On line 1',
};
const wholeSubtask = { id: 1, status: 14, score: 30, time: 40, memory: 900, cases: [wholeCase] };
const wholeJudge = { id: 77, status: 14, score: 30, time: 40, memory: 900, subtasks: [wholeSubtask] };
const wholeCompile = { success: true, message: 'a warning\nand more', opt2: false };
const whole = {
  type: 'judge',
  data: { compile: wholeCompile, judge: wholeJudge },
  requestId: '1BwHdxEa4LTFnL619bxRwC',
  trackId: 'mine',
};

/** Returns an object with one field set, or removed if the value is undefined. */
function changed(object: object, field: string, value: unknown): object {
  const copy: Record<string, unknown> = { ...object, [field]: value };
  if (value === undefined) delete copy[field];
  return copy;
}

const inData = (data: unknown) => ({ ...whole, data });
const inCompile = (compile: unknown) => inData({ compile, judge: wholeJudge });
const inJudge = (judge: unknown) => inData({ compile: wholeCompile, judge });
const inSubtask = (subtask: unknown) => inJudge({ ...wholeJudge, subtasks: [wholeSubtask, subtask] });
const inCase = (one: unknown) => inSubtask({ ...wholeSubtask, cases: [wholeCase, wholeCase, one] });

function envelopeOf(decoded: DecodedEnvelope): Envelope {
  assert.ok(decoded.ok, decoded.ok ? '' : `${decoded.path}: expected ${decoded.expected}`);
  return decoded.envelope;
}
const judgeOf = (json: unknown): Judgement => envelopeOf(decodeEnvelope(json)).data!.judge!;
const subtaskOf = (json: unknown): Subtask => judgeOf(json).subtasks[1]!;
const caseOf = (json: unknown): Case => subtaskOf(json).cases[2]!;

function refused(json: unknown): string {
  const decoded = decodeEnvelope(json);
  assert.ok(!decoded.ok, 'it was taken');
  return `${decoded.path}: expected ${decoded.expected}, found ${decoded.found}`;
}

describe('decodeEnvelope', () => {
  it('keeps every specified field as received', () => {
    const decoded = decodeEnvelope(JSON.parse(JSON.stringify(whole)));
    assert.deepEqual(decoded, { ok: true, envelope: whole, notices: [] });
  });

  it('doesn’t modify its argument', () => {
    const json: unknown = JSON.parse(JSON.stringify(inCase({ time: '3', other: 1 })));
    const before = JSON.stringify(json);
    decodeEnvelope(json);
    assert.equal(JSON.stringify(json), before);
  });

  describe('for the envelope (section 2.1)', () => {
    it('rejects a type other than judge', () => {
      assert.equal(refused({ ...whole, type: 'run' }), 'type: expected "judge", found "run"');
      assert.equal(refused({ data: null }), 'type: expected "judge", found nothing');
      assert.equal(refused({ ...whole, type: ['judge'] }), 'type: expected "judge", found a list');
    });

    for (const field of ['requestId', 'trackId'] as const) {
      it(`reads ${field} from text, and null if it is missing`, () => {
        assert.equal(envelopeOf(decodeEnvelope(changed(whole, field, 'x')))[field], 'x');
        assert.equal(envelopeOf(decodeEnvelope(changed(whole, field, null)))[field], null);
        assert.equal(envelopeOf(decodeEnvelope(changed(whole, field, undefined)))[field], null);
        assert.equal(refused(changed(whole, field, 7)), `${field}: expected text, found 7`);
        assert.equal(refused(changed(whole, field, {})), `${field}: expected text, found an object`);
      });
    }

    it('reads missing data or null as no record', () => {
      assert.equal(envelopeOf(decodeEnvelope(inData(null))).data, null);
      assert.equal(envelopeOf(decodeEnvelope({ type: 'judge' })).data, null);
      assert.equal(refused(inData([])), 'data: expected an object, found a list');
      assert.equal(refused(inData('x')), 'data: expected an object, found "x"');
    });

    it('rejects values that aren’t objects', () => {
      for (const body of [null, [], 'judge', 3, true, undefined, Symbol('s'), 3n, () => 0]) {
        const decoded = decodeEnvelope(body);
        assert.ok(!decoded.ok);
        assert.equal(decoded.path, '');
        assert.equal(decoded.expected, 'an object');
      }
      assert.match(refused(Symbol('s')), /found a symbol$/);
      assert.match(refused(3n), /found a bigint$/);
      assert.match(
        refused(() => 0),
        /found a function$/,
      );
    });
  });

  describe('for the record (section 2.2)', () => {
    for (const part of ['compile', 'judge'] as const) {
      it(`reads ${part} as null if it is null or missing`, () => {
        const data = { compile: wholeCompile, judge: wholeJudge };
        assert.equal(envelopeOf(decodeEnvelope(inData(changed(data, part, null)))).data?.[part], null);
        assert.equal(envelopeOf(decodeEnvelope(inData(changed(data, part, undefined)))).data?.[part], null);
        assert.equal(refused(inData(changed(data, part, 5))), `data.${part}: expected an object, found 5`);
      });
    }

    for (const flag of ['success', 'opt2'] as const) {
      it(`reads compile.${flag} from a boolean, and null if it is missing`, () => {
        const read = (value: unknown) =>
          envelopeOf(decodeEnvelope(inCompile(changed(wholeCompile, flag, value)))).data?.compile?.[flag];
        assert.deepEqual([true, false, null, undefined].map(read), [true, false, null, null]);
        assert.equal(
          refused(inCompile(changed(wholeCompile, flag, 'yes'))),
          `data.compile.${flag}: expected true or false, found "yes"`,
        );
      });
    }

    it('keeps compile.message exactly as received', () => {
      const read = (value: unknown) =>
        envelopeOf(decodeEnvelope(inCompile(changed(wholeCompile, 'message', value)))).data?.compile?.message;
      const odd = '警告：\u202e \x1b[31m\r\n\ud800 </script>';
      assert.deepEqual(['', odd, null, undefined].map(read), ['', odd, null, null]);
      assert.equal(
        refused(inCompile({ message: ['x'] })),
        'data.compile.message: expected text, found a list',
      );
    });
  });

  const places = [
    { name: 'judge', path: 'data.judge', put: inJudge, get: judgeOf, sample: wholeJudge },
    { name: 'subtask', path: 'data.judge.subtasks[1]', put: inSubtask, get: subtaskOf, sample: wholeSubtask },
    {
      name: 'case',
      path: 'data.judge.subtasks[1].cases[2]',
      put: inCase,
      get: caseOf,
      sample: wholeCase,
    },
  ] as const;

  for (const { name, path, put, get, sample } of places) {
    describe(`for a ${name}`, () => {
      const integers = name === 'case' ? ['id', 'status', 'signal', 'exitCode'] : ['id', 'status'];
      const fieldOf = (json: unknown, field: string): unknown => Reflect.get(get(json), field);
      const read = (field: string, value: unknown) => fieldOf(put(changed(sample, field, value)), field);

      for (const field of [...integers, 'score', 'time', 'memory']) {
        it(`reads ${field} from a number, and null if it is missing`, () => {
          assert.deepEqual(
            [0, 12, -1, 1e308, null, undefined].map((value) => read(field, value)),
            [0, 12, -1, 1e308, null, null],
          );
        });

        it(`reads ${field} from numeric text and adds a notice`, () => {
          assert.equal(read(field, '12'), 12);
          assert.equal(read(field, ' -3 '), -3);
          const decoded = decodeEnvelope(put(changed(sample, field, '12')));
          assert.ok(decoded.ok);
          assert.deepEqual(decoded.notices, [{ kind: 'numericString', path: `${path}.${field}`, count: 1 }]);
        });

        it(`reads ${field} from every notation of a number`, () => {
          for (const [text, value] of [
            ['+12', 12],
            ['12.', 12],
            ['12.00', 12],
            ['1200e-2', 12],
            ['1.2E+1', 12],
            ['.012e3', 12],
            ['120000000000e-10', 12],
          ] as const) {
            assert.equal(read(field, text), value, text);
          }
        });

        it(`rejects other values of ${field}`, () => {
          const expected = integers.includes(field) ? 'a whole number' : 'a number';
          const texts = ['abc', '0x10', 'NaN', '1.x', '.', '1ex'].map((text) => [text, `"${text}"`] as const);
          for (const [value, found] of [
            // a text that isn't a number may be a code
            ...(field === 'status' ? [] : texts),
            ['', '""'],
            [true, 'true'],
            [{}, 'an object'],
            [[], 'a list'],
          ] as const) {
            assert.equal(
              refused(put(changed(sample, field, value))),
              `${path}.${field}: expected ${expected}, found ${found}`,
            );
          }
        });

        it(`reads an infinite ${field} as null and adds a notice`, () => {
          const json: unknown = JSON.parse(
            JSON.stringify(put(changed(sample, field, 'beyond'))).replace('"beyond"', '1e999'),
          );
          const decoded = decodeEnvelope(json);
          assert.ok(decoded.ok);
          assert.equal(fieldOf(json, field), null);
          assert.deepEqual(decoded.notices, [{ kind: 'unusableNumber', path: `${path}.${field}`, count: 1 }]);
          assert.equal(read(field, Number.NaN), null);
        });
      }

      for (const field of integers) {
        it(`rejects a fraction as ${field}`, () => {
          assert.match(refused(put(changed(sample, field, 1.5))), /expected a whole number, found 1\.5$/);
          assert.match(refused(put(changed(sample, field, '1.5'))), /expected a whole number, found "1\.5"$/);
        });
      }

      it('keeps unknown status codes', () => {
        assert.equal(read('status', 4711), 4711);
      });

      it('keeps fields that aren’t in the specification', () => {
        const json = put({ ...sample, judger: 'a', deep: { list: [1, { x: null }] } });
        assert.deepEqual(get(json).extra, { judger: 'a', deep: { list: [1, { x: null }] } });
        assert.equal('extra' in get(put(sample)), false);
      });

      it('rejects values that aren’t objects', () => {
        assert.equal(refused(put(7)), `${path}: expected an object, found 7`);
        assert.equal(refused(put([])), `${path}: expected an object, found a list`);
      });
    });
  }

  it('reads a description from text, and null from null, 0 or a missing field', () => {
    const read = (description: unknown) => caseOf(inCase({ ...wholeCase, description })).description;
    assert.deepEqual(['', 'ok', null, undefined, 0].map(read), ['', 'ok', null, null, null]);
    assert.match(refused(inCase({ description: 5 })), /cases\[2\]\.description: expected text, found 5$/);
  });

  it('keeps extra fields in envelope, record, and compilation', () => {
    const envelope = envelopeOf(
      decodeEnvelope({ ...whole, a: 1, data: { compile: { ...wholeCompile, b: 2 }, judge: null, c: 3 } }),
    );
    assert.deepEqual(
      [envelope.extra, envelope.data?.compile?.extra, envelope.data?.extra],
      [{ a: 1 }, { b: 2 }, { c: 3 }],
    );
  });
});

describe('decodeEnvelope for lists', () => {
  it('reads null, a missing list and an empty list as empty', () => {
    for (const none of [null, undefined, [], {}]) {
      assert.deepEqual(judgeOf(inJudge(changed(wholeJudge, 'subtasks', none))).subtasks, []);
      assert.deepEqual(subtaskOf(inSubtask(changed(wholeSubtask, 'cases', none))).cases, []);
    }
  });

  it('rejects other values with their path', () => {
    const subtasks = [wholeSubtask, wholeSubtask, wholeSubtask, { ...wholeSubtask, cases: 'none' }];
    assert.equal(
      refused(inJudge({ ...wholeJudge, subtasks })),
      'data.judge.subtasks[3].cases: expected a list, found "none"',
    );
    assert.equal(
      refused(inJudge({ ...wholeJudge, subtasks: 3 })),
      'data.judge.subtasks: expected a list, found 3',
    );
    assert.match(
      refused(inCase(null)),
      /^data\.judge\.subtasks\[1\]\.cases\[2\]: expected an object, found null$/,
    );
  });

  it('reads an object with IDs as keys, which replace missing IDs in the items', () => {
    const noId = changed(wholeCase, 'id', undefined);
    const cases = { '4': noId, '7': { ...noId, id: 9 }, extra: noId };
    const decoded = decodeEnvelope(inJudge({ ...wholeJudge, subtasks: { '0': { cases } } }));
    const judge = envelopeOf(decoded).data!.judge!;
    assert.deepEqual(
      judge.subtasks.map((subtask) => [subtask.id, subtask.cases.map(({ id }) => id)]),
      [[0, [4, 9, null]]],
    );
    assert.deepEqual(decoded.ok && decoded.notices, [
      { kind: 'keyedList', path: 'data.judge.subtasks', count: 2 },
    ]);
  });

  it('wraps cases in one subtask if there are no subtasks', () => {
    for (const subtasks of [undefined, null, []]) {
      const decoded = decodeEnvelope(inJudge({ ...wholeJudge, subtasks, cases: [wholeCase, wholeCase] }));
      const judge = envelopeOf(decoded).data!.judge!;
      const unmeasured = { id: null, status: null, score: null, time: null, memory: null };
      assert.deepEqual(judge.subtasks, [{ ...unmeasured, cases: [wholeCase, wholeCase] }]);
      assert.equal(judge.extra, undefined);
      assert.deepEqual(decoded.ok && decoded.notices, [
        { kind: 'flatCases', path: 'data.judge.cases', count: 1 },
      ]);
    }
    // next to subtasks they are an extra field
    assert.deepEqual(judgeOf(inJudge({ ...wholeJudge, cases: [1] })).extra, { cases: [1] });
    assert.deepEqual(judgeOf(inJudge({ ...wholeJudge, subtasks: [], cases: [] })).subtasks, []);
    assert.match(refused(inJudge({ ...wholeJudge, subtasks: [], cases: [7] })), /^data\.judge\.cases\[0\]: /);
  });

  it('accepts status codes that are text of up to 64 displayable characters', () => {
    const codes = (status: unknown) => judgeOf(inJudge({ ...wholeJudge, status })).status;
    assert.deepEqual(['WA', 'Wrong Answer', '-1', ' 7 '].map(codes), ['WA', 'Wrong Answer', -1, 7]);
    for (const status of ['', ' x', 'a\nb', '\u202eWA', 'x'.repeat(65)])
      assert.match(
        refused(inJudge({ ...wholeJudge, status })),
        /^data\.judge\.status: expected a whole number/,
      );
  });

  it('includes an item’s key in its path', () => {
    const subtasks = { '12': { cases: { 'a b\u202e': { time: [] } } } };
    assert.equal(
      refused(inJudge({ subtasks })),
      'data.judge.subtasks[12].cases["a b"].time: expected a number, found a list',
    );
  });

  it('adds one notice for each kind of deviation', () => {
    const cases = Array.from({ length: 500 }, () => ({ id: '1', time: '2' }));
    const decoded = decodeEnvelope(inJudge({ subtasks: [{ cases }] }));
    assert.deepEqual(decoded.ok && decoded.notices, [
      { kind: 'numericString', path: 'data.judge.subtasks[0].cases[0].id', count: 1000 },
    ]);
  });
});

describe('decodeEnvelope for a hostile envelope', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { x: value };
    return value;
  };

  it('rejects more than 64 levels of nesting anywhere', () => {
    assert.ok(decodeEnvelope({ ...whole, deep: nested(63) }).ok);
    assert.equal(
      refused({ ...whole, deep: nested(64) }),
      'deep: expected at most 64 levels of nesting, found a list',
    );
    assert.ok(decodeEnvelope(inData({ ...whole.data, deep: nested(62) })).ok);
    assert.match(refused(inData({ ...whole.data, deep: nested(63) })), /^data\.deep: expected at most 64/);
    assert.ok(decodeEnvelope(inCase({ deep: nested(57) })).ok);
    assert.match(refused(inCase({ deep: nested(58) })), /cases\[2\]\.deep: expected at most 64/);
  });

  it('doesn’t overflow the stack with 100,000 levels', () => {
    const json: unknown = JSON.parse(`{"type":"judge","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);
    assert.match(refused(json), /^x: expected at most 64/);
  });

  it('cuts off a very long text and adds a notice', () => {
    const decoded = decodeEnvelope(inCompile({ message: 'x'.repeat(16 * 1024 * 1024 + 1) }));
    assert.equal(envelopeOf(decoded).data?.compile?.message?.length, 16 * 1024 * 1024);
    assert.deepEqual(decoded.ok && decoded.notices, [
      { kind: 'longText', path: 'data.compile.message', count: 1 },
    ]);
  });

  it('accepts a text of 16 Mi characters', () => {
    const message = 'x'.repeat(16 * 1024 * 1024);
    const decoded = decodeEnvelope(inCompile({ message }));
    assert.equal(envelopeOf(decoded).data?.compile?.message, message);
    assert.deepEqual(decoded.ok && decoded.notices, []);
  });

  it('accepts 100,000 cases and 100,000 subtasks, and rejects more', () => {
    const cases = Array.from({ length: 100_000 }, () => wholeCase);
    const subtasks = [{ cases }, ...Array.from({ length: 99_999 }, () => ({ cases: [] }))];
    assert.equal(judgeOf(inJudge({ subtasks })).subtasks[0]?.cases.length, 100_000);
    assert.equal(
      refused(inJudge({ subtasks: [...subtasks, {}] })),
      'data.judge.subtasks: expected at most 100,000 entries, found a list',
    );
    assert.equal(
      refused(inJudge({ subtasks: [{ cases }, { cases: [wholeCase] }] })),
      'data.judge.subtasks[1].cases: expected at most 100,000 entries, found a list',
    );
  });

  it('accepts more entries if an earlier version stored them', () => {
    const cases = Array.from({ length: 100_001 }, () => wholeCase);
    assert.ok(decodeEnvelope(inJudge({ subtasks: [{ cases }] }), 'stored').ok);
  });

  it('doesn’t modify a prototype', () => {
    const text =
      '{"type":"judge","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},' +
      '"data":{"judge":{"__proto__":{"status":12},"subtasks":{"__proto__":{"id":5,"cases":{"constructor":{}}}}}}}';
    const envelope = envelopeOf(decodeEnvelope(JSON.parse(text)));
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.equal(Object.getPrototypeOf(envelope.extra), Object.prototype);
    assert.deepEqual(Object.keys(envelope.extra ?? {}), ['__proto__', 'constructor']);
    assert.equal(envelope.data?.judge?.status, null);
    assert.equal(envelope.data?.judge?.subtasks[0]?.id, 5);
    assert.equal(JSON.stringify(envelope.extra).includes('"__proto__":{"polluted":1}'), true);
  });

  it('reports a path that is safe to display', () => {
    const name = '\u202e\x1b]8;;http://x\x07evil\n';
    const subtasks = { [name]: 1 };
    assert.equal(refused(inJudge({ subtasks })), 'data.judge.subtasks["evil"]: expected an object, found 1');
    assert.match(refused(inJudge({ subtasks: { '-abc': 1 } })), /^data\.judge\.subtasks\["-abc"\]: /);
    assert.equal(refused(inCompile({ opt2: name })).endsWith('found "evil"'), true);
    assert.ok(refused(inCompile({ opt2: 'x'.repeat(1e6) })).length < 120);
  });
});
