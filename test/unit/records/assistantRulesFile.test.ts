import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { defaultAssistantRules, StorageFailed, type AssistantRules } from '../../../src/records';
import { readAssistantRules } from '../../../src/records/disk/assistantRulesFile';
import { openDisk } from '../../../src/records/disk/openDisk';
import type { StorageProblem } from '../../../src/records/storage';
import { systemClock } from '../../../src/base/ports';
import { temporaryFolder } from './folders';

describe('The stored rules for assistants', () => {
  const folder = temporaryFolder();
  const problems: StorageProblem[] = [];
  const open = () =>
    openDisk({ folder: folder(), clock: systemClock, onProblem: (problem) => problems.push(problem) }, [])
      .assistantRules;
  const path = () => join(folder(), 'assistants.json');
  const contest = { title: 'Weekly', endsAt: 5, id: 'a', isOver: true } as const;
  const rules: AssistantRules = {
    isEnabled: false,
    allowedDuringContests: ['hydro https://oj.example.edu school'],
    contests: [{ service: 'hydro https://oj.example.edu school', contest }],
  };

  beforeEach(() => {
    problems.length = 0;
  });

  it('are read by other windows, and by processes outside of VS Code', async () => {
    await open().update(() => rules);
    assert.deepEqual(await open().read(), rules);
    assert.deepEqual(await readAssistantRules(folder()), rules);
  });

  it('aren’t written while they are the defaults, or if nothing changes', async () => {
    assert.equal(await open().read(), null);
    assert.equal(await readAssistantRules(folder()), null);
    await open().update((stored) => stored ?? defaultAssistantRules);
    assert.equal(fs.existsSync(path()), false);
    await open().update(() => rules);
    const before = fs.statSync(path()).mtimeMs;
    await open().update((stored) => ({ ...(stored ?? defaultAssistantRules), isEnabled: false }));
    assert.equal(fs.statSync(path()).mtimeMs, before);
  });

  it('keep changes of two windows at the same time', async () => {
    const add = (id: string) => (stored: AssistantRules | null) => ({
      ...(stored ?? defaultAssistantRules),
      contests: [...(stored?.contests ?? []), { service: 's', contest: { title: id, endsAt: null, id } }],
    });
    await Promise.all([open().update(add('a')), open().update(add('b')), open().update(add('c'))]);
    const titles = (await open().read())?.contests.map(({ contest: { title } }) => title).sort();
    assert.deepEqual(titles, ['a', 'b', 'c']);
  });

  it('are unreadable for other processes if the file is damaged, until a window writes it again', async () => {
    fs.mkdirSync(folder(), { recursive: true });
    fs.writeFileSync(path(), '{"format":');
    await assert.rejects(readAssistantRules(folder()), (error) => {
      assert.ok(error instanceof StorageFailed);
      return error.problem.kind === 'broken';
    });
    assert.equal(await open().read(), null);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['broken'],
    );
    await open().update(() => ({ ...defaultAssistantRules, isEnabled: false }));
    assert.equal((await readAssistantRules(folder()))?.isEnabled, false);
  });

  it('are left unchanged if a newer version wrote them', async () => {
    fs.mkdirSync(folder(), { recursive: true });
    const newer = JSON.stringify({
      format: 1000,
      isEnabled: true,
      allowedDuringContests: [],
      contests: [],
      more: 1,
    });
    fs.writeFileSync(path(), newer);
    const isNewer = (error: unknown) => error instanceof StorageFailed && error.problem.kind === 'newer';
    await assert.rejects(readAssistantRules(folder()), isNewer);
    await assert.rejects(open().read(), isNewer);
    await assert.rejects(
      open().update(() => rules),
      isNewer,
    );
    assert.equal(fs.readFileSync(path(), 'utf8'), newer);
  });
});
