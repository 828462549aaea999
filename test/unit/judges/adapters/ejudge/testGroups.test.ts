import assert from 'node:assert/strict';
import { groupTests } from '../../../../../src/judges/adapters/ejudge/testGroups';
import { caseOf } from '../../../../../src/judges/adapters/shared/makeResult';

const tests = [0, 5, 18, 0].map((status, index) => caseOf({ id: index + 1, status }));

function grouped(comment: string) {
  const { subtasks, rest } = groupTests(tests, comment);
  const groups = subtasks.map(({ id, name, status, score, cases }) => [
    id ?? name ?? null,
    status,
    score,
    cases.map((one) => one.id),
  ]);
  return { groups, rest };
}

describe('The groups of tests at ejudge', () => {
  it('are read from the valuer’s lines, also in Russian', () => {
    const comment = "Группа тестов a: тесты 1-2: балл 10\nTest group '2': tests 3: score 0\nsomething else";
    assert.deepEqual(grouped(comment), {
      groups: [
        [null, null, null, [4]],
        ['a', 5, 10, [1, 2]],
        [2, 18, 0, [3]],
      ],
      rest: 'something else',
    });
  });

  it('have no verdict if a test without a failed one next to it is hidden', () => {
    const { subtasks } = groupTests(
      [caseOf({ id: 1, status: 0 }), caseOf({ id: 2 })],
      "Test group '1': tests 1-2: score 0",
    );
    assert.deepEqual([subtasks.length, subtasks[0]?.status], [1, null]);
  });

  it('don’t exist if the comment has no such lines', () => {
    const { groups, rest } = grouped('group 1: ok');
    assert.deepEqual([groups, rest], [[[null, null, null, [1, 2, 3, 4]]], 'group 1: ok']);
    assert.equal(grouped(`Test group '${'x'.repeat(1_000_000)}`).groups.length, 1);
  });
});
