import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { styleProblems } from '../../tools/l10n/style';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}
/** Translated strings by their keys. */
type Strings = Readonly<Record<string, string>>;

interface IssueForm {
  readonly body: readonly {
    readonly id?: string;
    readonly attributes: { readonly options?: readonly string[] };
  }[];
}

/** Files that documents name although they don't belong to the repository. Those in `dist` and `out` are made by commands. */
const otherFiles = new Set([
  // the copy of `src/api.ts` in another extension
  'judge-results.d.ts',
  // part of an installed VS Code server
  'lib/vscode/npm-shrinkwrap.json',
]);

const root = path.join(__dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
/** Paths of all files below a folder. Empty if there is no such folder. */
function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const documents = [
  'README.md',
  'README.zh-cn.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesBelow('docs'),
  ...filesBelow('.github').filter((file) => file.endsWith('.md')),
  'test/fixtures/compiler/README.md',
];
/** Files that change with each release aren't compared with the present project. */
const current = documents.filter((file) => file !== 'CHANGELOG.md');

/** The text that people read: without code, targets of links, and HTML tags. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, '');
}

describe('The documents', () => {
  it('have a short README', () => {
    for (const file of ['README.md', 'README.zh-cn.md']) {
      // columns of tables are padded
      const bytes = Buffer.byteLength(read(file).replaceAll(/ {2,}|-{2,}/g, ' '));
      assert.ok(bytes <= 11_000, `${file}: ${bytes} bytes`);
    }
  });

  it('say something below each of their headings', () => {
    for (const file of documents) {
      // the section of what isn't released yet is empty after a release
      const text = read(file).replace('## [Unreleased]\n\n', '');
      assert.match(text, /^# \S.*\n\n\S/m, file);
      assert.doesNotMatch(text, /^(#+) .*\s+(?:\1 |$(?![^]))/m, file);
    }
  });

  it('use the words that the interface uses', () => {
    for (const file of documents) {
      // a table that the benchmarks write
      if (file === 'docs/development/benchmarks.md') continue;
      for (const line of proseOf(read(file)).split('\n')) {
        // a quoted message is the judge's
        if (!line.startsWith('>')) assert.deepEqual(styleProblems(line), [], `${file}: ${line}`);
      }
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

  it('name only folders of the project that exist', () => {
    for (const file of current) {
      for (const [, name = ''] of read(file).matchAll(/`((?:src|test|tools|docs|l10n|media)\/[\w./-]+)`/g))
        assert.ok(fs.existsSync(path.join(root, name)), `${file}: ${name}`);
    }
  });

  it('name only files of the project that exist', () => {
    const rootFiles = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
    const folders = ['src', 'test', 'tools', 'docs', 'l10n', '.github', '.vscode'];
    const files = [...rootFiles.map(({ name }) => name), ...folders.flatMap(filesBelow)];
    for (const file of current) {
      for (const [, name = ''] of read(file).matchAll(/`([\w./-]+\.(?:ts|mjs|js|json|md|yml))`/g)) {
        if (otherFiles.has(name) || /^(?:dist|out)\//.test(name)) continue;
        const exists = files.some((one) => one === name || one.endsWith(`/${name}`));
        assert.ok(exists, `${file}: ${name}`);
      }
    }
  });

  it('name only commands and settings that exist, in their own language', () => {
    const { contributes } = JSON.parse(read('package.json')) as Manifest;
    const ids = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...Object.keys(contributes.configuration.properties),
    ]);
    for (const file of current) {
      const isChinese = file.includes('zh-cn');
      const strings = JSON.parse(read(isChinese ? 'package.nls.zh-cn.json' : 'package.nls.json')) as Strings;
      const titles = contributes.commands.map(({ title }) => strings[title.slice(1, -1)]);
      const category = strings['command.category'] ?? '';
      for (const [, title = ''] of read(file).matchAll(new RegExp(`\\*\\*${category}:\\s([^*]+)\\*\\*`, 'g')))
        assert.ok(titles.includes(title.replaceAll('\n', ' ')), `${file}: ${title}`);
      for (const [, id = ''] of read(file).matchAll(/`(judgeResults\.[\w.]+)`/g))
        assert.ok(ids.has(id), `${file}: ${id}`);
    }
  });

  it('have a form for problems with each judge, the version, and the log', () => {
    const form = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as IssueForm;
    const byId = new Map(form.body.map((field) => [field.id, field.attributes]));
    for (const id of ['judge', 'version', 'log']) assert.ok(byId.has(id), id);
    const [, table = ''] = read('README.md').split('## Supported judges');
    const judges = [...table.matchAll(/^\| \[([^\]]+)\]\(docs\/judges/gm)].map(([, name]) => name);
    assert.ok(judges.length >= 9);
    for (const judge of judges) assert.ok(byId.get('judge')?.options?.includes(judge ?? ''), judge);
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

/** The anchors that GitHub makes of the headings. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
