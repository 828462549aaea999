import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { serviceTypes } from '../../../../src/service';

const root = path.join(__dirname, '../../../..');
const files = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/^src\/(?:judge|service\/profiles)\//.test(file));

/** A type's words, and the name of the service that is there without a description. */
const allowed = new Set(['src/service/address.ts']);

describe('a type of service', () => {
  // `judge` is also the type of every envelope, of which `src/judge` speaks: elsewhere only a comparison tells
  // and `json` is also what files and answers are in
  const names = serviceTypes.filter((type) => type !== 'judge' && type !== 'json').join('|');
  const named = new RegExp(`['"\`](?:${names})['"\`]|\\btype\\b[^\\n]{0,20}(?:===|!==) ['"]judge['"]`);

  for (const file of files.filter((one) => !allowed.has(one))) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    if (!named.test(text)) continue;
    it(`is not known to ${file}`, () => assert.fail(named.exec(text)?.[0]));
  }

  it('is one file that can be read at once', () => {
    for (const type of ['codeforces', 'dmoj', 'judge0']) {
      const text = fs.readFileSync(path.join(root, `src/service/profiles/${type}.ts`), 'utf8');
      assert.ok(text.split('\n').length <= 300, type);
    }
  });

  it('is known to its profile only', () => {
    assert.ok(files.length > 100);
    assert.ok(named.test("if (type === 'judge')"));
    assert.ok(named.test(`case 'hydro':`));
  });
});
