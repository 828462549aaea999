import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installPackages } from '../../tools/npm.mjs';
import { environment } from '../support/environment';
import {
  byChance,
  makePackages,
  npmSettings,
  startStumblingRegistry,
  writeProject,
  type MadeUpPackage,
  type StumblingRegistry,
} from '../support/stumblingRegistry';

describe('Installing packages', function () {
  this.timeout(120_000);
  const setVariables = environment();
  let packages: readonly MadeUpPackage[];
  before(async () => (packages = await makePackages(8)));

  let folder: string;
  let registry: StumblingRegistry | undefined;
  let told: string[];
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'install-'));
    told = [];
    await writeProject(folder, packages);
  });
  afterEach(async () => {
    await registry?.close();
    await fs.rm(folder, { recursive: true });
  });

  async function use(stumble: Parameters<typeof startStumblingRegistry>[1]): Promise<StumblingRegistry> {
    registry = await startStumblingRegistry(packages, stumble);
    setVariables(npmSettings(registry, path.join(folder, 'cache')));
    return registry;
  }

  const install = (): Promise<void> => installPackages(folder, 'the packages', (line) => told.push(line));
  const installed = async (): Promise<readonly string[]> =>
    (await fs.readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`succeeds although the registry breaks every fourth response, seed ${seed}`, async () => {
      const { stumbled } = await use(byChance(seed, 0.25));
      await install();
      assert.deepEqual([...(await installed())].sort(), packages.map(({ name }) => name).sort());
      assert.ok(stumbled.cut > 0, 'npm would not have needed help');
      assert.ok(told.some((line) => line.includes('retrying')));
    });
  }

  it('reports each retry in one line', async () => {
    await use((url, nth) => (url.startsWith('/made-up-3') && nth === 1 ? 'cut' : null));
    await install();
    const again = told.filter((line) => line.includes('retrying'));
    assert.ok(again.length > 0);
    for (const line of told) assert.doesNotMatch(line, /\n/);
    assert.match(again[0] ?? '', /ECONNRESET/);
  });

  it('keeps packages that were already downloaded completely', async () => {
    let works = true;
    const { requests } = await use(() => (works ? null : 'reset'));
    await install();
    const needed = requests();
    works = false;
    await fs.rm(path.join(folder, 'node_modules'), { recursive: true });
    await install();
    assert.equal(requests(), needed);
  });

  it('fails with one line of advice if a package never arrives', async () => {
    await use((url) => (url === '/made-up-3' ? 'cut' : null));
    await assert.rejects(install(), (error: Error) => {
      assert.match(
        error.message,
        /^Can't install the packages: ECONNRESET: .*made-up-3.*Check the network and try again/,
      );
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    assert.equal(told.filter((line) => line.includes('retrying')).length, 3);
  });

  it('fails quickly if the registry never responds', async () => {
    const { requests } = await use(() => 'reset');
    await assert.rejects(install(), /Can't install the packages: ECONNRESET/);
    assert.equal(told.filter((line) => line.includes('retrying')).length, 2);
    assert.ok(requests() > 0);
  });
});
