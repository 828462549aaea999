import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { judgeNamed, localJudge, type Judge } from '../../../../src/judges';
import { isJudgeTypeName, judgeTypeNames, type JudgeTypeName } from '../../../../src/judges/adapters';
import { specifiedJudge, leastJudge } from '../../../support/profiles';

const root = path.join(__dirname, '../../../..');

/** Returns whether a judge has a capability, or the words of a cell that limits it. */
type Capability = (judge: Judge) => boolean | string;

const canRunSamples: Capability = ({ samples, submission, runsHere }) =>
  samples !== undefined || submission?.selfTest !== undefined || runsHere !== undefined;

/** Capability to submit. `inBrowser`: words for judges whose website accepts submissions, but not their API. */
const canSubmit =
  (inBrowser: string): Capability =>
  ({ submission, browserSubmission }) =>
    submission !== undefined || (browserSubmission !== undefined && inBrowser);

/** Capability that a ✓ stands for, by the column's title in a document. */
const columns: Readonly<Record<string, Capability>> = {
  Submit: canSubmit('In browser'),
  提交: canSubmit('浏览器'),
  Follow: ({ listing }) => listing !== undefined,
  自动同步: ({ listing }) => listing !== undefined,
  'Run samples': canRunSamples,
  运行样例: canRunSamples,
  'Search problems': ({ submission }) => (submission?.findProblems ?? submission?.problemList) !== undefined,
  Statement: ({ submission }) => submission?.fetchStatement !== undefined,
  'Own input': ({ submission, runsHere }) => submission?.selfTest !== undefined || runsHere !== undefined,
  'One request for all pending': ({ batch }) => batch !== undefined,
  Push: ({ push }) => push !== undefined,
  Callback: ({ callback }) => callback !== undefined,
  Points: ({ quota }) => quota !== undefined,
};

/** Capabilities that only some users have: the words of the cell, by type and the column's title. */
const limited: Readonly<Partial<Record<AnyType, Readonly<Record<string, string>>>>> = {
  'yandex-contest': { Follow: 'Managers only', 自动同步: '仅管理者' },
  omegaup: { 'Search problems': 'In contests' },
};

/** Types of the pages that aren't named after a type. */
const typesByPage: Readonly<Record<string, JudgeTypeName>> = {
  domjudge: 'clics',
  'custom-judges': 'json',
  'custom-judges#type-json': 'json',
  'custom-judges#type-judge': 'judge',
};

/** A type of judge in the settings, or this computer, which needs no settings. */
type AnyType = JudgeTypeName | 'local';

/** Creates a judge of that type with every optional setting. */
function judgeOf(type: AnyType): Judge {
  if (type === 'local') {
    const read = judgeNamed(localJudge.name, {});
    assert.ok(read.ok);
    return read.judge;
  }
  if (type !== 'judge') return leastJudge(type);
  return specifiedJudge({
    url: 'https://oj.example.org',
    submission: { path: '/submit', fields: { problemId: 'pid', language: 'lang', code: 'code' } },
    push: { webSocketUrl: 'wss://oj.example.org/events' },
  });
}

interface Row {
  readonly type: AnyType;
  /** Cells by the titles of their columns. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Reads the table of judges: the first one whose rows begin with a link. */
function tableIn(document: string): readonly Row[] {
  const lines = fs.readFileSync(path.join(root, document), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('| ['));
  const [head = []] = [cellsOf(lines[first - 2])];
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return lines.slice(first, end).map((line) => {
    const cells = cellsOf(line);
    return {
      type: typeAt(cells[0] ?? ''),
      cells: new Map(head.map((title, index) => [title, cells[index] ?? ''])),
    };
  });
}

function cellsOf(line: string | undefined): readonly string[] {
  return (line ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Type of judge that the link in a cell leads to. */
function typeAt(cell: string): AnyType {
  const [, page = '', heading = ''] = /\]\((?:[\w./-]*\/)?([\w-]+)\.md(#[\w-]+)?\)/.exec(cell) ?? [];
  const type = typesByPage[page + heading] ?? page;
  if (type === 'local') return type;
  assert.ok(isJudgeTypeName(type), cell);
  return type;
}

describe('The judge table', () => {
  for (const document of ['README.md', 'README.zh-cn.md', 'docs/judges/README.md'])
    it(`has a ✓ for exactly the capabilities of each judge: ${document}`, () => {
      for (const { type, cells } of tableIn(document)) {
        const judge = judgeOf(type);
        const compared = [...cells].filter(([title]) => columns[title] !== undefined);
        assert.ok(compared.length >= 3, document);
        for (const [title, cell] of compared) {
          const capability = columns[title]?.(judge) ?? false;
          const words = typeof capability === 'string' ? capability : limited[type]?.[title];
          const expected = capability ? (words ?? '✓') : '–';
          assert.equal(cell, expected, `${document}: ${title} of ${type}`);
        }
      }
    });

  it('contains each judge type', () => {
    const readmes = new Set(tableIn('README.md').map(({ type }) => type));
    // The README has one row for both types of judges with a JSON API.
    assert.deepEqual(
      judgeTypeNames.filter((type) => !readmes.has(type)),
      ['judge'],
    );
    assert.deepEqual(new Set(tableIn('README.zh-cn.md').map(({ type }) => type)), readmes);
    const compared = new Set(tableIn('docs/judges/README.md').map(({ type }) => type));
    assert.deepEqual(compared, new Set<AnyType>([...judgeTypeNames, 'local']));
  });

  it('names the type of each judge', () => {
    for (const { type, cells } of tableIn('docs/judges/README.md'))
      assert.equal(cells.get('Type'), type === 'local' ? '–' : `\`${type}\``);
  });
});
