import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
}

const read = (file: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(__dirname, '../../..', file), 'utf8'));
const { dependencies, devDependencies } = read('package.json') as Record<
  'dependencies' | 'devDependencies',
  Readonly<Record<string, string>>
>;
const locked = (read('package-lock.json') as { packages: Readonly<Record<string, Locked>> }).packages;

describe('Packages in the lockfile', () => {
  it('are required in exactly one version each', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.equal(locked[`node_modules/${name}`]?.version, version, name);
    }
  });

  it('are verified by hash', () => {
    for (const [name, { integrity }] of Object.entries(locked)) {
      if (name !== '') assert.match(integrity ?? '', /^sha512-/, name);
    }
  });

  it('are verified by hash in the lockfiles of the tools that have one, too', () => {
    for (const folder of ['tools/release/openVsx', 'test/mutation/tools']) {
      const { packages } = read(`${folder}/package-lock.json`) as { readonly packages: typeof locked };
      for (const [name, { integrity }] of Object.entries(packages)) {
        if (name !== '') assert.match(integrity ?? '', /^sha512-/, `${folder}: ${name}`);
      }
    }
  });

  it('run no install scripts if they are shipped', () => {
    const shipped = Object.entries(locked).filter(([name, { dev }]) => name !== '' && !dev);
    assert.ok(shipped.length >= Object.keys(dependencies).length);
    assert.deepEqual(
      shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name),
      [],
    );
  });
});
