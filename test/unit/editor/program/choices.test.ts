import assert from 'node:assert/strict';
import '../../support/vscodeWords';
import { pointsLeft } from '../../../../src/editor/labels/judgeLabels';
import { leastJudge } from '../../../support/profiles';
import { guessProblem } from '../../../../src/editor/problemPages/knownProblems';
import { proposeLanguages } from '../../../../src/editor/program/askLanguage';
import type { KnownRecord } from '../../../../src/records';
import { addRecord } from '../../../../src/records/recordUpdates';
import { newRecord, service } from '../../records/fixtures';
import {
  languageChoice,
  lastOf,
  loadRecents,
  readRecents,
  submittedFiles,
  type LastSubmission,
  forgetting,
  remembering,
} from '../../../../src/editor/shared/storage/recentSubmissions';
import { withLineFeeds } from '../../../../src/records/record';
import { sizeOf } from '../../../../src/editor/program/sourceToSubmit';
import { luogu } from '../../../support/profiles';

const offer = { languages: luogu.submission?.languages ?? [] };
const ids = (languages: readonly { readonly id: string }[]) => languages.map(({ id }) => id);

describe('The submitted text', () => {
  it('has no byte order mark and only line feeds', () => {
    assert.equal(withLineFeeds('\ufeffint a;\r\nint b;\rint c;\n'), 'int a;\nint b;\nint c;\n');
  });

  it('is measured in bytes of UTF-8', () => {
    assert.equal(sizeOf('a文😀'), 8);
  });
});

describe('A file’s suggested problem', () => {
  const guess = (path: string) => guessProblem(path, luogu.problemIdIn);

  it('is the ID in the file name', () => {
    assert.equal(guess('/home/me/P1001.cpp'), 'P1001');
    assert.equal(guess('/home/me/P1001-output.cpp'), 'P1001');
    assert.equal(guess('C:\\work\\p1115.py'), 'P1115');
    assert.equal(guess('/w/solve_cf1a.cpp'), 'CF1A');
    assert.equal(guess('/w/at_abc001_a.cpp'), 'AT_abc001_a');
  });

  it('is the ID in the folder name if the file name contains none', () => {
    assert.equal(guess('/home/me/P1216/main.cpp'), 'P1216');
  });

  it('is the label in the folder of its contest', () => {
    const { problemIdIn } = leastJudge('codeforces');
    assert.equal(guessProblem('/home/me/1985/A.cpp', problemIdIn), '1985A');
    assert.equal(guessProblem('/home/me/1985/g2.cpp', problemIdIn), '1985G2');
    assert.equal(guessProblem('/home/me/1985/main.cpp', problemIdIn), null);
    assert.equal(guessProblem('/home/me/contest/A.cpp', problemIdIn), null);
    assert.equal(guess('/home/me/1985/A.cpp'), null);
  });

  it('is null if no part of the path resembles an ID', () => {
    assert.equal(guess('/home/me/main.cpp'), null);
    assert.equal(guess('/home/me/MP1001x.cpp'), null);
    assert.equal(guessProblem('/home/me/P1001.cpp', undefined), null);
  });
});

describe('A document’s suggested languages', () => {
  it('are those of VS Code’s language first, then all others', () => {
    const { fitting, others } = proposeLanguages(offer, { editorLanguage: 'cpp', fileName: 'a.cpp' }, null);
    assert.deepEqual(ids(fitting), [
      'cxx/17/gcc',
      'cxx/20/gcc',
      'cxx/14/gcc',
      'cxx/11/gcc',
      'cxx/98/gcc',
      'cxx/noi/202107',
    ]);
    assert.equal(fitting.length + others.length, offer.languages.length);
  });

  it('depend on the extension if VS Code doesn’t recognize the language', () => {
    const { fitting } = proposeLanguages(offer, { editorLanguage: 'plaintext', fileName: 'A.PAS' }, null);
    assert.deepEqual(ids(fitting), ['pascal/fpc']);
  });

  it('are those of C++ for a file whose extension is a capital C', () => {
    const documentInC = { editorLanguage: 'c', fileName: 'A.C' };
    const { fitting } = proposeLanguages(offer, documentInC, null);
    assert.deepEqual(
      ids(fitting),
      ids(proposeLanguages(offer, { editorLanguage: 'cpp', fileName: 'a.cpp' }, null).fitting),
    );
  });

  it('start with the last choice, even if it was typed', () => {
    const document = { editorLanguage: 'cpp', fileName: 'a.cpp' };
    assert.deepEqual(ids(proposeLanguages(offer, document, 'cxx/14/gcc').fitting).slice(0, 2), [
      'cxx/14/gcc',
      'cxx/17/gcc',
    ]);
    const typed = proposeLanguages(offer, document, 'cxx/23/gcc');
    assert.deepEqual(ids(typed.fitting).slice(0, 2), ['cxx/23/gcc', 'cxx/17/gcc']);
    assert.equal(typed.fitting.length + typed.others.length, offer.languages.length + 1);
  });

  it('are limited to a complete list, most similar to the last choice first', () => {
    const listed = (id: string, editorLanguage: string) => ({
      id,
      name: `name of ${id}`,
      editorLanguages: [editorLanguage],
      extensions: [],
    });
    const languages = [
      listed('c', 'c'),
      listed('cc', 'cpp'),
      listed('cc.cc14', 'cpp'),
      listed('cc.cc17', 'cpp'),
      listed('py.py3', 'python'),
    ];
    const document = { editorLanguage: 'cpp', fileName: 'a.cpp' };
    const proposed = (last: string | null) => {
      const { fitting, others } = proposeLanguages({ languages }, document, last, true);
      return [ids(fitting), ids(others)];
    };
    const others = ['c', 'py.py3'];
    assert.deepEqual(proposed('cc.cc17o2'), [['cc.cc17', 'cc.cc14', 'cc'], others]);
    assert.deepEqual(proposed('rs'), [['cc', 'cc.cc14', 'cc.cc17'], others]);
    assert.deepEqual(proposed('cc.cc14'), [['cc.cc14', 'cc', 'cc.cc17'], others]);
    assert.deepEqual(proposed(null), [['cc', 'cc.cc14', 'cc.cc17'], others]);
  });

  it('start with those that fit the document, whatever the last choice was', () => {
    const document = { editorLanguage: 'cpp', fileName: 'a.cpp' };
    const wrong = proposeLanguages(offer, document, 'python3/c');
    assert.deepEqual(ids(wrong.fitting), ids(proposeLanguages(offer, document, null).fitting));
    assert.equal(ids(wrong.others)[0], 'python3/c');
    const typed = proposeLanguages(offer, document, 'python3/pypy-next');
    assert.deepEqual(ids(typed.fitting), ids(wrong.fitting));
    assert.equal(ids(typed.others)[0], 'python3/pypy-next');
    const unknown = proposeLanguages({ languages: [] }, document, 'gcc');
    assert.deepEqual([ids(unknown.fitting), ids(unknown.others)], [[], ['gcc']]);
  });
});

describe('The remembered submissions', () => {
  const last: LastSubmission = {
    problemId: 'P1001',
    place: null,
    language: 'cxx/17/gcc',
    optimise: false,
    textHash: 'a',
  };
  const nothing = readRecents(undefined);

  it('contain the last choice for a file, for a language, and for a judge’s problems', () => {
    const recents = remembering(nothing, 'https://a', 'file:///P1001.cpp', 'cpp', last);
    assert.deepEqual(lastOf(recents, 'https://a', 'file:///P1001.cpp'), last);
    assert.deepEqual(languageChoice(recents, 'https://a', 'cpp'), {
      language: 'cxx/17/gcc',
      optimise: false,
    });
    assert.equal(lastOf(recents, 'https://b', 'file:///P1001.cpp'), null);
    assert.equal(languageChoice(recents, 'https://b', 'cpp'), null);
  });

  it('list each problem once, newest first', () => {
    let recents = nothing;
    for (const problemId of ['P1', 'P2', 'P1']) {
      recents = remembering(recents, 'https://a', `file:///${problemId}`, 'cpp', { ...last, problemId });
    }
    const known = recents.problems['https://a']?.map(({ problemId }) => problemId);
    assert.deepEqual(known, ['P1', 'P2']);
  });

  it('distinguish a contest problem from the same problem elsewhere, and keep the judge’s titles', () => {
    const told = { title: 'Two Sum', contest: 'Weekly contest' };
    const inContest = { ...last, place: '#c1' };
    let recents = remembering(nothing, 'https://a', 'file:///a', 'cpp', inContest, told);
    recents = remembering(recents, 'https://a', 'file:///b', 'cpp', last);
    recents = remembering(recents, 'https://a', 'file:///a', 'cpp', inContest);
    const { problemId } = last;
    assert.deepEqual(recents.problems['https://a'], [
      { problemId, place: '#c1', ...told },
      { problemId, place: null, title: null, contest: null },
    ]);
    assert.deepEqual(readRecents(JSON.parse(JSON.stringify(recents))), recents);
    assert.equal(lastOf(recents, 'https://a', 'file:///a')?.place, '#c1');
  });

  it('can be read from versions that identified a problem by its ID alone', () => {
    const { problems } = loadRecents({
      get: <T>(key: string) =>
        (key === 'submissions'
          ? { files: {}, languages: {}, problems: { 'https://a': ['P1'] } }
          : undefined) as T,
    });
    assert.deepEqual(problems['https://a'], [{ problemId: 'P1', place: null, title: null, contest: null }]);
  });

  it('are limited, and the oldest files are dropped first', () => {
    let recents = nothing;
    for (let file = 0; file < 300; file += 1) {
      recents = remembering(recents, 'https://a', `file:///${file}`, 'cpp', {
        ...last,
        problemId: `P${file}`,
      });
    }
    assert.equal(Object.keys(recents.files).length, 200);
    assert.equal(lastOf(recents, 'https://a', 'file:///99'), null);
    assert.notEqual(lastOf(recents, 'https://a', 'file:///100'), null);
    assert.equal(recents.problems['https://a']?.length, 20);
  });

  it('list the files that can be submitted to a judge again', () => {
    let recents = remembering(nothing, 'https://a', 'file:///a b.cpp', 'cpp', last);
    recents = remembering(recents, 'https://ab', 'file:///c.cpp', 'cpp', last);
    assert.deepEqual(submittedFiles(recents, 'https://a'), ['/a b.cpp', '\\a b.cpp']);
    assert.deepEqual(submittedFiles(recents, 'https://b'), []);
  });

  it('distinguish judges if one’s name begins with the other’s', () => {
    const [host, hostClass] = ['hydro https://oj.a.edu oj.a.edu', 'hydro https://oj.a.edu oj.a.edu class1'];
    const recents = remembering(nothing, hostClass, 'file:///a.cpp', 'cpp', last);
    assert.deepEqual(submittedFiles(recents, host), []);
    assert.deepEqual(submittedFiles(recents, hostClass), ['/a.cpp', '\\a.cpp']);
    assert.equal(lastOf(recents, host, 'class1 file:///a.cpp'), null);
    assert.equal(languageChoice(recents, host, 'class1 cpp'), null);
  });

  it('can be read from versions that separated judge and file by a space', () => {
    const service = 'hydro https://oj.a.edu oj.a.edu class1';
    const stored = {
      files: { [`${service} file:///a.cpp`]: last },
      languages: { [`${service} cpp`]: { language: 'cc', optimise: true } },
      problems: { [service]: [{ problemId: 'P1', place: '#c', title: null, contest: null }] },
    };
    const recents = loadRecents({
      get: <T>(key: string) => (key === 'submissions.2' ? stored : undefined) as T,
    });
    assert.deepEqual(lastOf(recents, service, 'file:///a.cpp'), last);
    assert.equal(languageChoice(recents, service, 'cpp')?.language, 'cc');
    assert.deepEqual(recents.problems, stored.problems);
    assert.deepEqual(submittedFiles(recents, 'hydro https://oj.a.edu oj.a.edu'), []);
  });

  it('keep a self-test’s choices, but don’t offer to repeat it', () => {
    const tested = remembering(nothing, 'https://a', null, 'cpp', last);
    assert.deepEqual(submittedFiles(tested, 'https://a'), []);
    assert.equal(languageChoice(tested, 'https://a', 'cpp')?.language, 'cxx/17/gcc');
    assert.equal(tested.problems['https://a']?.[0]?.problemId, 'P1001');
  });

  it('contain languages whose IDs are names with spaces', () => {
    const named = { ...last, language: 'C++20 / g++' };
    const recents = remembering(nothing, 'https://a', 'file:///x', 'cpp', named);
    assert.deepEqual(lastOf(readRecents(recents), 'https://a', 'file:///x'), named);
  });

  it('ignore invalid stored values', () => {
    const stored = {
      files: { 'https://a\nfile:///x': { ...last, problemId: 'P 1' }, 'https://a\nfile:///y': last },
      languages: [1, 'x', { language: 'cxx', optimise: true }],
      problems: { 'https://a': ['P1', 7] },
    };
    const recents = readRecents(stored);
    assert.deepEqual(Object.keys(recents.files), ['https://a\nfile:///y']);
    assert.deepEqual(recents.problems, {});
    for (const broken of [null, 7, 'x', [], { files: 'x' }]) {
      assert.deepEqual(readRecents(broken).problems, {});
    }
  });
});

describe('A removed record’s remembered submission', () => {
  const submitted = (requestId: string, uri: string, problemId: string): KnownRecord => {
    const added = newRecord(requestId, {
      source: { uri, how: 'submitted', textHash: null },
      submission: { problemId, title: null, place: null, language: 'cxx/17/gcc', optimise: true },
    });
    const draft = addRecord(added, 1)(null);
    assert.ok(draft);
    return draft.record;
  };
  const [first, second] = [submitted('r1', 'file:///a.cpp', 'P1'), submitted('r2', 'file:///a.cpp', 'P2')];
  const other = submitted('r3', 'file:///b.cpp', 'P2');
  const last = { problemId: 'P2', place: null, language: 'cxx/17/gcc', optimise: true, textHash: 'h' };
  const known = [
    ['file:///a.cpp', 'P1'],
    ['file:///a.cpp', 'P2'],
    ['file:///b.cpp', 'P2'],
  ].reduce(
    (recents, [file = '', problemId = '']) =>
      remembering(recents, service, file, 'cpp', { ...last, problemId }),
    readRecents(null),
  );

  it('is forgotten, with its problem ID', () => {
    const after = forgetting(known, [first, second, other], []);
    assert.deepEqual([after.files, after.problems], [{}, { [service]: [] }]);
    assert.deepEqual(after.languages, known.languages);
  });

  it('is kept as long as another record for the file or the problem exists', () => {
    const after = forgetting(known, [second], [first, other]);
    assert.deepEqual(after, known);
    const less = forgetting(known, [other], [first, second]);
    assert.equal(lastOf(less, service, 'file:///b.cpp'), null);
    assert.deepEqual(less.problems, known.problems);
  });

  it('is kept if nothing was submitted for the record', () => {
    const fetched = { ...first, submission: null };
    assert.deepEqual(forgetting(known, [fetched], []), known);
  });
});

describe('The remaining points', () => {
  const packet = { available: 10, most: 20, used: 10, validAfter: 1000, expiresAt: 2000 };

  it('are the sum of all packets that are valid now', () => {
    const endless = { ...packet, available: 5, validAfter: null, expiresAt: null };
    assert.equal(pointsLeft([packet, endless], 1000), 15);
    assert.equal(pointsLeft([packet, endless], 999), 5);
    assert.equal(pointsLeft([packet, endless], 2000), 5);
    assert.equal(pointsLeft([], 0), 0);
  });
});
