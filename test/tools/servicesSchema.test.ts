import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { judgeNamed, judgeTypeNames } from '../../src/judges';
import { testedTypes } from '../support/judgeTypes';
import { manifestWithSchema, serviceSchemas } from '../../tools/manifest/servicesSchema';

const url = 'https://judge.example.com';

describe('The “services” setting’s schema', () => {
  let isValid: ValidateFunction;

  before(() => {
    isValid = new Ajv({ strict: false }).compile({ oneOf: serviceSchemas() });
  });

  it('is up to date in package.json (npm run docs writes it)', async () => {
    const stored = fs.readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
    assert.deepEqual(JSON.parse(stored), JSON.parse(await manifestWithSchema()));
  });

  for (const type of judgeTypeNames) {
    it(`accepts every setting that a ${type} judge accepts`, () => {
      for (const fields of testedTypes[type].acceptedFields) {
        const description = { type, ...fields };
        assert.ok(isValid(description), `${JSON.stringify(description)}: ${JSON.stringify(isValid.errors)}`);
        const read = judgeNamed('test', { test: description });
        assert.ok(read.ok, JSON.stringify(read));
      }
    });

    it(`rejects missing, wrong, and unknown fields of a ${type} judge`, () => {
      for (const fields of [
        ...testedTypes[type].rejectedFields,
        { ...testedTypes[type].acceptedFields[0], unknown: 1 },
      ]) {
        const description = { type, ...fields };
        assert.equal(isValid(description), false, JSON.stringify(description));
      }
    });
  }

  it('rejects an unknown judge type', () => {
    for (const description of [{}, { url }, { type: 'other', url }, { type: 1, url }, null, url]) {
      assert.equal(isValid(description), false, JSON.stringify(description));
    }
  });
});
