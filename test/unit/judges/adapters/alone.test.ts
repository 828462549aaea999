import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { judgeTypes, judgeTypeNames } from '../../../../src/judges';
import { typeWords } from '../../../../src/editor/labels/judgeLabels';

const root = path.join(__dirname, '../../../..');
const files = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/^src\/(?:results|judges\/adapters)\//.test(file));

/** Contains the name of the service that exists without settings. */
const allowed = new Set(['src/judges/address.ts']);
/** Has an entry for each type, as the compiler requires. */
const words = 'src/editor/labels/judgeLabels.ts';

/** The parts of the manifest that this test reads. */
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, object>> }[];
  };
}
interface TypeInManifest {
  readonly properties: Readonly<
    Record<string, { readonly const?: string; readonly markdownDescription?: string }>
  >;
  readonly required: readonly string[];
}

function manifestOf(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}

/** Each type as the settings editor offers it, by its name. */
function typesInManifest(): ReadonlyMap<string, TypeInManifest> {
  const { contributes } = manifestOf('package.json') as Manifest;
  const all = Object.assign(
    {},
    ...[contributes.configuration].flat().map(({ properties }) => properties),
  ) as Record<string, { readonly additionalProperties?: { readonly oneOf: readonly TypeInManifest[] } }>;
  const types = all['judgeResults.services']?.additionalProperties?.oneOf ?? [];
  return new Map(types.map((one) => [one.properties['type']?.const ?? '', one]));
}

describe('A judge type', () => {
  // `judge` is also the type of every envelope in `src/results`, so elsewhere only comparisons count.
  // `json` is also the format of files and responses.
  const names = judgeTypeNames.filter((type) => type !== 'judge' && type !== 'json').join('|');
  const named = new RegExp(
    `['"\`](?:${names})['"\`]|\\btype\\b[^\\n]{0,20}(?:===|!==) ['"]judge['"]|adapters/(?:${names}|specification|json)(?:/|['"])`,
  );
  const keyed = new RegExp(`^\\s*['"]?(?:${names})['"]?:`, 'm');

  for (const file of files.filter((one) => !allowed.has(one))) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    // a key with a dash is quoted
    const withoutKeys = file === words ? text.replaceAll(new RegExp(keyed, 'gm'), '') : text;
    const found = named.exec(withoutKeys) ?? keyed.exec(withoutKeys);
    if (found) it(`is not used in ${file}`, () => assert.fail(found[0]));
  }

  for (const type of judgeTypeNames) {
    it(`is in the manifest with each prompted field: ${type}`, () => {
      const offered = typesInManifest().get(type);
      assert.ok(offered);
      const fields = new Set(Object.keys(offered.properties));
      for (const { field } of judgeTypes[type].promptedFields) assert.ok(fields.has(field), field);
      for (const needed of offered.required) assert.ok(fields.has(needed), needed);
      // translations may be missing until a release
      const said = manifestOf('package.nls.json') as Readonly<Record<string, string>>;
      for (const [field, { markdownDescription }] of Object.entries(offered.properties)) {
        const key = /^%(.*)%$/.exec(markdownDescription ?? '')?.[1];
        assert.ok(key !== undefined && said[key], field);
      }
    });

    it(`has labels for each field that is unique to it: ${type}`, () => {
      const common = new Set(['url', 'authentication', 'statusCodes', 'headerName']);
      const prompts = typeWords(type).prompts ?? {};
      for (const { field } of judgeTypes[type].promptedFields)
        assert.ok(common.has(field) || prompts[field], field);
    });
  }

  it('has the same order in the manifest as in the index', () => {
    assert.deepEqual([...typesInManifest().keys()], judgeTypeNames);
  });

  it('is found in a comparison, a case, an import, and a key', () => {
    assert.ok(files.length > 100);
    assert.ok(named.test("if (type === 'judge')"));
    assert.ok(named.test(`case 'hydro':`));
    assert.ok(named.test(`from '../judges/adapters/kattis'`));
    assert.ok(keyed.test('  ejudge: 7'));
  });
});
