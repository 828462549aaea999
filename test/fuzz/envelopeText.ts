// Bodies that resemble real ones, so that code after the first check runs often.
import fc from 'fast-check';
import { anyJson, anyText, damaged, listOf, noNumber, numberLike, objectOf } from './json';
import type { Part } from './json';

/** Probability of an invalid field, per thousand. */
function bodies(wrong: number): fc.Arbitrary<string> {
  const or = (right: fc.Arbitrary<string>, other: fc.Arbitrary<string>): Part =>
    fc.oneof(
      { weight: 940, arbitrary: right },
      { weight: 40, arbitrary: fc.constant<string | null>(null) },
      { weight: 20, arbitrary: fc.constant('null') },
      { weight: wrong, arbitrary: other },
    );
  const whole = fc.oneof(
    { weight: 8, arbitrary: fc.nat(4).map(String) },
    { weight: 1, arbitrary: fc.integer().map(String) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('-1', '"7"', '"-0"', '1e15', '-0', '1e999', '9007199254740993', '1e308'),
    },
  );
  const integer = or(whole, fc.oneof(noNumber, fc.constantFrom('1.5', '"1.5"', '5e-324'), anyJson));
  const status = or(
    fc.constantFrom('0', '1', '2', '4', '6', '7', '12', '12', '14', '21', '99', '-1', '"12"', '1e308'),
    anyJson,
  );
  const number = or(numberLike, fc.oneof(noNumber, anyJson));
  const text = or(
    anyText.map((one) => JSON.stringify(one)),
    anyJson,
  );
  const flag = or(fc.constantFrom('true', 'false'), fc.constantFrom('0', '1', '"true"', '[]'));
  const measured = { id: integer, status, score: number, time: number, memory: number };
  const description = or(
    fc.oneof(
      anyText.map((one) => JSON.stringify(one)),
      fc.constant('0'),
    ),
    anyJson,
  );
  const one = objectOf({ ...measured, signal: integer, exitCode: integer, description });
  const subtask = objectOf({ ...measured, cases: or(listOf(one, 4), anyJson) });
  const judge = objectOf({ ...measured, subtasks: or(listOf(subtask, 3), anyJson) });
  const compile = objectOf({ success: flag, message: text, opt2: flag });
  const data = objectOf({ compile: or(compile, anyJson), judge: or(judge, anyJson) });
  return objectOf({
    type: fc.oneof(
      { weight: 1000, arbitrary: fc.constant('"judge"') },
      { weight: wrong, arbitrary: fc.oneof(anyJson, fc.constantFrom('"Judge"', '["judge"]')) },
    ),
    data: or(data, anyJson),
    requestId: or(fc.constantFrom('"r1"', '"mine-2"', '"1BwHdxEa4LTFnL619bxRwC"'), anyJson),
    trackId: text,
  });
}

/** Every field as in the specification, including the variants that it permits. */
export const calmBody = bodies(0);

/** All kinds of bodies, valid and damaged. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: calmBody },
  { weight: 4, arbitrary: bodies(20) },
  { weight: 2, arbitrary: damaged(calmBody) },
  { weight: 1, arbitrary: anyJson },
);
