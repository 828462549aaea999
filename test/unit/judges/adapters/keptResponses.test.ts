import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/** Responses of one kind of judge that were recorded at a real server. */
interface KeptResponses {
  /** Tests that expect something of each file, relative to this folder. */
  readonly tests: readonly string[];
  /** Ends of names that a test leaves out, because it finds the files of one submission by a common name. */
  readonly endings?: RegExp;
  /** The tests read all files of the folder, because each file contains what is expected of it. */
  readonly expectThemselves?: true;
}

const fixtures = path.join('test', 'fixtures');

const domjudge: KeptResponses = {
  tests: ['clics/realResults.test.ts', 'clics/realAnswers.test.ts', 'clics/realContests.test.ts'],
};

/** The folders and files with recorded responses, and who reads them. */
const kept: Readonly<Record<string, KeptResponses>> = {
  'judge0Submissions.json': { tests: ['judge0Submissions.test.ts'] },
  'qduoj/contests': { tests: ['qduojContests.test.ts'], endings: /\.json$/ },
  'qduoj/results': { tests: ['qduojSite.test.ts'], endings: /\.json$/ },
  'ready/kilonova': { tests: ['ready.test.ts'], expectThemselves: true },
  'ready/library-checker': { tests: ['ready.test.ts'], expectThemselves: true },
  'ready/qduoj': { tests: ['ready.test.ts'], expectThemselves: true },
  'services/cms': { tests: ['cms/realResults.test.ts'], endings: /(?:-details\.html|\.json)$/ },
  'services/dmoj': {
    tests: ['dmoj/realResults.test.ts', 'dmoj/realPages.test.ts'],
    endings: /(?:\.row)?\.(?:html|json)$/,
  },
  'services/domjudge/10': domjudge,
  'services/domjudge/8.3': domjudge,
  'services/domjudge/9.0': domjudge,
  'services/ejudge': { tests: ['ejudge/realResults.test.ts'], endings: /\.json$/ },
  'services/ejudge-3.14.0.md': { tests: ['captures.ts'] },
  'services/hydro': { tests: ['hydroSubmission.test.ts'] },
  'services/hydro-5.0.4.md': { tests: ['captures.ts'] },
  'services/hydro/results': { tests: ['hydro/realResults.test.ts'], endings: /\.json$/ },
  'services/omegaup': { tests: ['omegaup/captured.ts'], endings: /\.json$/ },
  'services/pc2-9.md': { tests: ['captures.ts'] },
};

/** Returns the files of a folder; the file itself if it isn't one. */
function filesIn(name: string): readonly string[] {
  const whole = path.join(fixtures, name);
  if (fs.statSync(whole).isFile()) return [path.basename(name)];
  return fs.readdirSync(whole).filter((file) => fs.statSync(path.join(whole, file)).isFile());
}

describe('A recorded response of a real judge', () => {
  for (const [name, { tests, endings, expectThemselves }] of Object.entries(kept)) {
    if (expectThemselves) continue;
    it(`is expected by name in a test: ${name}`, () => {
      const texts = tests.map((test) => fs.readFileSync(path.join(__dirname, test), 'utf8')).join('\n');
      const words = new Set(texts.match(/[\w.+~-]+/g));
      const forgotten = filesIn(name).filter(
        (file) => !words.has(file) && !(endings && words.has(file.replace(endings, ''))),
      );
      assert.deepEqual(forgotten, []);
    });
  }

  it('is in a folder that a test reads', () => {
    const roots = ['qduoj', 'ready', 'services'];
    const folders = roots.flatMap((root) =>
      fs
        .readdirSync(path.join(fixtures, root), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const folder = path.relative(fixtures, entry.parentPath);
          return folder === root ? `${folder}/${entry.name}` : folder;
        }),
    );
    assert.deepEqual([...new Set(folders)].filter((folder) => !Object.hasOwn(kept, folder)).sort(), []);
  });
});
