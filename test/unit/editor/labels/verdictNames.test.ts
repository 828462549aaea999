import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { translatedVerdict, verdictNames } from '../../../../src/editor/labels/verdictNames';
import { rulesOfType, judgeTypeNames } from '../../../../src/judges';
import { localJudge } from '../../../../src/judges/address';
import { commonVerdicts } from '../../../../src/judges/adapters/shared/commonVerdicts';

describe('Verdict names', () => {
  for (const type of [...judgeTypeNames, localJudge.type]) {
    it(`of the type ${type} can all be translated`, () => {
      const { statuses } = rulesOfType(type) ?? { statuses: commonVerdicts };
      const known = new Set<string>(verdictNames);
      const unknown = Object.values(statuses).filter(({ name }) => !known.has(name));
      assert.deepEqual(
        unknown.map(({ name }) => name),
        [],
      );
    });
  }

  it('are all in a table of statuses', () => {
    const tables = [...judgeTypeNames, localJudge.type].map((type) => rulesOfType(type)?.statuses ?? {});
    const inTables = new Set(
      [...tables, commonVerdicts].flatMap((statuses) => Object.values(statuses).map(({ name }) => name)),
    );
    assert.deepEqual(
      verdictNames.filter((name) => !inTables.has(name)),
      [],
    );
  });

  it('that a user defined are unchanged', () => {
    assert.equal(translatedVerdict('Almost'), 'Almost');
  });
});
