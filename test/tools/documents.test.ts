import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const root = path.join(__dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const documents = [
  ...['README.md', 'README.zh-cn.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...fs.readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`),
  'test/fixtures/compiler/README.md',
];

describe('The documents', () => {
  it('begin with a README that is read in a minute', () => {
    for (const file of ['README.md', 'README.zh-cn.md']) {
      const bytes = Buffer.byteLength(read(file));
      assert.ok(bytes <= 8000, `${file}: ${bytes} bytes`);
    }
  });

  it('say something below each of their headings', () => {
    for (const file of documents) {
      const text = read(file);
      assert.match(text, /^# \S.*\n\n\S/m, file);
      assert.doesNotMatch(text, /^(#+) .*\s+(?:\1 |$(?![^]))/m, file);
    }
  });

  it('point at files and headings that are there', () => {
    for (const file of documents) {
      for (const [, target = ''] of read(file).matchAll(/(?:\]\(|src="|srcset=")([^)"]+)/g)) {
        if (/^https?:/.test(target)) continue;
        const [name = '', heading] = target.split('#');
        const to = name === '' ? file : path.join(path.dirname(file), name);
        assert.ok(fs.existsSync(path.join(root, to)), `${file}: ${target}`);
        if (heading !== undefined) assert.ok(headings(read(to)).includes(heading), `${file}: ${target}`);
      }
    }
  });

  it('name in their text only folders and files of the project that are there', () => {
    for (const file of documents) {
      // of a release that is over, anything may have moved
      if (file === 'CHANGELOG.md') continue;
      for (const [, name = ''] of read(file).matchAll(/`((?:src|test|tools|docs|l10n|media)\/[\w./-]+)`/g))
        assert.ok(fs.existsSync(path.join(root, name)), `${file}: ${name}`);
    }
  });

  it('name for each guarantee of tracking tests that exist', () => {
    const [guarantees = ''] = read('docs/tracking.md').split('## Traps');
    const [, ...entries] = guarantees.split(/^- (?=\*\*\d+\*\*)/m);
    assert.ok(entries.length > 60);
    for (const entry of entries) {
      const [text = ''] = entry.split('\n\n');
      const [tests = ''] = /(?:`[^`]+`(?:,\s+)?)+$/.exec(text.trim()) ?? [];
      assert.notEqual(tests, '', text);
      for (const [, name = ''] of tests.matchAll(/`([^`]+)`/g)) {
        const [file = '', titles = ''] = name.split(': ');
        const code = read(testFile(file)).replaceAll('\n', ' ');
        for (const title of titles.split(' / ')) assert.ok(code.includes(title), name);
      }
    }
  });

  it('say why each package is there, and name no other', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest;
    // types belong to what they describe
    const known = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (it) => !it.startsWith('@types/'),
    );
    const section = read('CONTRIBUTING.md')
      .split(/^## /m)
      .find((it) => it.startsWith('Packages\n'));
    const told = [...(section ?? '').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(told.sort(), known.sort());
  });
});

/** The file of a test as docs/tracking.md names it. */
function testFile(name: string): string {
  if (name === 'soak') return 'test/soak/report.ts';
  if (/^(?:ui|integration)\//.test(name)) return `test/${name}.test.ts`;
  if (name.startsWith('pending/')) return `test/unit/editor/${name}.test.ts`;
  return name.includes('/') ? `test/unit/${name}.test.ts` : `test/unit/tracking/${name}.test.ts`;
}

/** As GitHub makes anchors of them. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
