import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseDocument } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly needs?: string | readonly string[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = path.join(__dirname, '../../../.github/workflows');
const workflows = new Map(
  fs.readdirSync(folder).map((file) => {
    const document = parseDocument(fs.readFileSync(path.join(folder, file), 'utf8'), { strict: true });
    assert.deepEqual([...document.errors, ...document.warnings], [], file);
    return [file, document.toJS() as Workflow];
  }),
);
const jobs = [...workflows].flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ where: `${file}: ${name}`, job })),
);
const steps = jobs.flatMap(({ where, job }) => (job.steps ?? []).map((step) => ({ where, step })));

describe('The GitHub workflows', () => {
  it('pin each action to one commit, the same in all workflows', () => {
    const commits = new Map<string, string>();
    const uses = [...jobs.map(({ where, job: { uses } }) => ({ where, uses }))].concat(
      steps.map(({ where, step: { uses } }) => ({ where, uses })),
    );
    for (const { where, uses: action } of uses) {
      if (action === undefined || action.startsWith('./.github/workflows/')) continue;
      const [, name = '', commit = ''] = /^([\w-]+\/[\w-]+)@([0-9a-f]{40})$/.exec(action) ?? [];
      assert.ok(name, `${where}: ${action} is not pinned to a commit`);
      assert.equal(commits.get(name) ?? commit, commit, `${where}: ${name}`);
      commits.set(name, commit);
    }
    assert.ok(commits.size >= 5);
  });

  it('name the release of each pinned commit in a comment', () => {
    for (const file of workflows.keys()) {
      const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
      for (const line of lines.filter((it) => it.includes('@'))) {
        assert.match(line, /uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line}`);
      }
    }
  });

  it('have read access only, except the job that creates the release and the job that signs in to the Marketplace', () => {
    for (const [file, { permissions }] of workflows) {
      const all = Object.values(permissions ?? { all: 'write' });
      assert.ok(
        all.every((it) => it === 'read'),
        file,
      );
    }
    for (const { where, job } of jobs) {
      if (Object.values(job.permissions ?? {}).every((it) => it === 'read')) continue;
      const { 'id-token': identity, ...others } = job.permissions ?? {};
      if (Object.values(others).every((it) => it === 'read')) {
        // Only the marketplace gets the identity, after a person's approval.
        assert.deepEqual([where, identity], ['release.yml: visual-studio-marketplace', 'write']);
        assert.equal(job.environment, 'marketplaces');
        continue;
      }
      assert.equal(where, 'release.yml: release');
      for (const { run = '' } of job.steps ?? []) assert.match(run, /^(sha256sum|gh release create) |^$/);
    }
  });

  it('have timeouts, and pass a secret only to the step that needs it', () => {
    for (const { where, job } of jobs) assert.ok(job.uses ?? job['timeout-minutes'], where);
    for (const { where, step } of steps) {
      const secrets = Object.values(step.env ?? {}).filter((value) => /\bsecrets\b/.test(value));
      assert.ok(secrets.length <= 1, where);
      assert.doesNotMatch(step.run ?? '', /\bsecrets\b/, where);
    }
    const whole = JSON.stringify(
      jobs.map(({ job }) => ({ ...job, steps: (job.steps ?? []).map(({ env: _, ...rest }) => rest) })),
    );
    assert.doesNotMatch(whole, /\bsecrets\b/);
  });

  it('use secrets only in jobs with the protected environment', () => {
    for (const { where, job } of jobs) {
      const isProtected = /\bsecrets\b|\bvars\b/.test(JSON.stringify(job));
      assert.equal(job.environment, isProtected ? 'marketplaces' : undefined, where);
    }
    const published = jobs.filter(({ job }) => job.environment === 'marketplaces').map(({ where }) => where);
    assert.deepEqual(published, ['release.yml: visual-studio-marketplace', 'release.yml: open-vsx']);
  });

  it('publish to the Visual Studio Marketplace with a federated identity, without a stored token', () => {
    const job = workflows.get('release.yml')?.jobs['visual-studio-marketplace'];
    assert.doesNotMatch(JSON.stringify(job), /\bsecrets\b|PAT\b/);
    const order = (job?.steps ?? []).map(
      ({ uses, run }) => uses?.split('@')[0] ?? run?.split(' --packagePath')[0],
    );
    assert.deepEqual(order.slice(-2), ['azure/login', 'npx --no-install vsce publish --azure-credential']);
    // Downloads are verified before the sign-in.
    assert.ok(order.includes('sha256sum --check --strict SHA256SUMS'));
  });

  it('don’t insert untrusted text into shell commands', () => {
    for (const { where, step } of steps) assert.doesNotMatch(step.run ?? '', /\$\{\{/, where);
  });

  it('release only tags on main, and only after every test', () => {
    const release = workflows.get('release.yml');
    assert.deepEqual(release?.on, { push: { tags: ['v*'] } });
    assert.equal(release.jobs.tests?.uses, './.github/workflows/ci.yml');
    const packaging = release.jobs.package?.steps?.map(({ run }) => run) ?? [];
    assert.ok(packaging.includes('npm run l10n -- --release'), 'a release is translated');
    assert.ok('workflow_call' in (workflows.get('ci.yml')?.on ?? {}));
    for (const last of ['visual-studio-marketplace', 'open-vsx']) {
      const needed = [last, 'release', 'package', 'tests', 'on-main'];
      for (const [index, name] of needed.slice(0, -1).entries()) {
        assert.equal(release.jobs[name]?.needs, needed[index + 1]);
      }
    }
  });

  describe('for a release tag', () => {
    let folder: string;
    const run = (command: string, args: readonly string[]): void => {
      // Of the repository in the folder, whatever started the tests.
      const env = { ...process.env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };
      execFileSync(command, args, { cwd: folder, env, stdio: 'ignore' });
    };
    const git = (...args: readonly string[]): void => {
      const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
      run('git', [...person, ...args]);
    };
    const commit = (): void => git('commit', '--allow-empty', '-m', 'change');
    beforeEach(() => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tags-'));
      git('init', '-b', 'work');
      commit();
      git('tag', 'v1.0.0');
      commit();
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      git('tag', 'v1.1.0');
      commit();
      git('tag', 'v1.2.0');
    });
    afterEach(() => fs.rmSync(folder, { recursive: true, maxRetries: 3 }));

    /** Runs the commands of the first job, which sees the whole repository, on this tag. */
    const check = (tag: string): void => {
      git('checkout', tag);
      const [checkout, ...rest] = workflows.get('release.yml')?.jobs['on-main']?.steps ?? [];
      assert.equal(checkout?.with?.['fetch-depth'], 0);
      for (const { run: commands = '' } of rest) run('bash', ['-ec', commands]);
      assert.ok(rest.length > 0);
    };

    it('release a tag on main even if newer commits follow it', () => {
      check('v1.1.0');
      check('v1.0.0');
    });

    it('reject a tag that isn’t on main', () => {
      assert.throws(() => check('v1.2.0'));
    });
  });
});
