import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installed } from '../../../tools/host/install';
import { root } from '../../../tools/root';
import {
  byChance,
  makePackages,
  npmSettings,
  startStumblingRegistry,
  writeProject,
  type MadeUpPackage,
  type StumblingRegistry,
} from '../../support/stumblingRegistry';
import { environment } from '../../support/environment';

describe('A headless VS Code', function () {
  this.timeout(120_000);
  const setVariables = environment();
  let packages: readonly MadeUpPackage[];
  let folder: string;
  let cache: string;
  let registry: StumblingRegistry | undefined;
  before(async () => (packages = await makePackages(8)));
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'host-'));
    cache = path.join(folder, 'cache');
    setVariables({ JUDGE_TEST_CACHE: cache });
    for (const version of ['newest', 'oldest']) {
      await fs.mkdir(path.join(folder, version));
      await writeProject(path.join(folder, version), packages);
    }
  });
  afterEach(async () => {
    await registry?.close();
    await fs.rm(folder, { recursive: true });
  });

  async function use(stumble: Parameters<typeof startStumblingRegistry>[1]): Promise<StumblingRegistry> {
    registry = await startStumblingRegistry(packages, stumble);
    setVariables(npmSettings(registry, path.join(folder, 'npm')));
    return registry;
  }

  const install = (version: string): Promise<string> =>
    installed(
      path.join(folder, version),
      version,
      (own) => fs.writeFile(path.join(own, 'finished'), ''),
      () => undefined,
    );

  it('is installed twice in parallel although the registry breaks every fourth response', async () => {
    const { stumbled } = await use(byChance(1, 0.25));
    for (const host of await Promise.all([install('newest'), install('oldest')])) {
      const modules = await fs.readdir(path.join(host, 'node_modules'));
      for (const { name } of packages) assert.ok(modules.includes(name), name);
      await fs.access(path.join(host, 'finished'));
    }
    assert.ok(stumbled.cut > 0, 'npm would not have needed help');
    assert.equal((await fs.readdir(cache)).length, 2);
  });

  it('leaves no incomplete file if a package never arrives, and resumes the next time', async () => {
    let comes = false;
    const { requests } = await use((url) => (!comes && url.startsWith('/made-up-3/') ? 'cut' : null));
    await assert.rejects(install('oldest'), /Can't install the oldest: ECONNRESET/);
    assert.deepEqual(await fs.readdir(cache), []);
    comes = true;
    const before = requests();
    await install('oldest');
    assert.equal(requests() - before, 1);
  });

  for (const part of ['newest', 'oldest', 'browser']) {
    it(`contains exactly the files in the lockfile, from any registry (${part})`, async () => {
      const file = path.join(root, 'tools/host/headless', part, 'package-lock.json');
      const lockfile = JSON.parse(await fs.readFile(file, 'utf8')) as {
        readonly packages: Readonly<Record<string, { integrity?: string; resolved?: string }>>;
      };
      const locked = Object.entries(lockfile.packages).filter(([name]) => name !== '');
      assert.ok(locked.length > 10);
      for (const [name, { integrity, resolved }] of locked) {
        assert.match(integrity ?? '', /^sha512-/, name);
        assert.equal(resolved, undefined, name);
      }
    });
  }
});
