import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  chooseSubmittedFile,
  type Judged,
  type Program,
} from '../../../../src/editor/sourceFiles/chooseSubmittedFile';
import { cphProblem } from '../../../../src/editor/sourceFiles/cph';
import { cphNgProblem, unpacked } from '../../../../src/editor/sourceFiles/cphNg';
import type { KeptProblem } from '../../../../src/editor/sourceFiles/problemNextToProgram';
import { isNamedAfterProblem, mayBeIn } from '../../../../src/editor/sourceFiles/programNames';
import { isProblemPage } from '../../../../src/judges/judge';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { kattis } from '../../../../src/judges/adapters/kattis';
import type { Judge } from '../../../../src/judges';
import { described, hydroSite, luogu } from '../../../support/profiles';
import { madeByCph, madeByCphNg, type MadeFile } from './workspace60';

const root = '/home/me/cp';
const site = { cf: described(codeforces, 'cf', { handle: 'me' }), dmoj: described(dmoj, 'dmoj', {}), luogu };
const school = hydroSite('https://oj.school.edu');

function program(path: string): Program {
  return { uri: `file://${path}`, path, osPath: path };
}

function judged(
  judge: Judge,
  id: string,
  title: string | null,
  language: string | null,
  place: string | null = null,
): Judged {
  return {
    problem: { id, title },
    language,
    isItsPage: (address) => isProblemPage(judge, address, { problemId: id, place }),
  };
}

/** A record of one of the programs, and that program. */
interface Submitted {
  readonly of: string;
  readonly judged: Judged;
}

/** 60 programs, 30 from each extension, with its file names, and the submissions made from them. */
function workspace(): { readonly files: MadeFile[]; readonly submitted: Submitted[] } {
  const files: MadeFile[] = [];
  const submitted: Submitted[] = [];
  const add = (made: MadeFile, one: Judged): void => {
    files.push(made);
    submitted.push({ of: made.program, judged: one });
  };
  const cpp = 'C++20 (GCC 13-64)';
  for (let n = 0; n < 10; n += 1) {
    const contest = 1980 + n;
    // Problems of one contest have their short names, others their titles with and without the letter.
    const short = `${root}/${contest}A.cpp`;
    const page = `https://codeforces.com/contest/${contest}/problem/A`;
    add(
      madeByCph(short, { name: `A. Sum ${n}`, url: page }),
      judged(site.cf, `${contest}A`, `Sum ${n}`, cpp, `${contest}`),
    );
    const titled = `${root}/B_Two_Trees_${n}.cpp`;
    const set = `https://codeforces.com/problemset/problem/${contest}/B`;
    add(
      madeByCph(titled, { name: `B. Two Trees ${n}`, url: set }),
      judged(site.cf, `${contest}B`, `Two Trees ${n}`, cpp),
    );
    const wcipeg = `${root}/dmoj/A_Plus_B_${n}.py`;
    add(
      madeByCph(wcipeg, { name: `A Plus B ${n}`, url: `https://dmoj.ca/problem/aplusb${n}` }),
      judged(site.dmoj, `aplusb${n}`, null, 'PY3'),
    );
    const ng = `${root}/${contest}C1.cpp`;
    add(
      madeByCphNg(root, ng, {
        name: `C1. Walls ${n}`,
        url: `https://m1.codeforces.com/contest/${contest}/problem/C1`,
      }),
      judged(site.cf, `${contest}C1`, `Walls ${n}`, cpp),
    );
    const luoguFile = `${root}/luogu/P${1000 + n}.cpp`;
    add(
      madeByCphNg(
        root,
        luoguFile,
        { name: `P${1000 + n} 过河卒 ${n}`, url: `https://www.luogu.com.cn/problem/P${1000 + n}` },
        '0.4.8',
      ),
      judged(site.luogu, `P${1000 + n}`, `过河卒 ${n}`, 'cxx/17/gcc'),
    );
    const homework = `${root}/school/最短路_${n}.cpp`;
    add(
      madeByCphNg(
        root,
        homework,
        {
          name: `最短路 ${n}`,
          url: `https://oj.school.edu/d/algo/p/S${n}?tid=${'a'.repeat(24)}`,
        },
        '0.0.1',
      ),
      judged(school, `S${n}`, `最短路 ${n}`, 'cc.cc17', `algo#${'a'.repeat(24)}`),
    );
  }
  return { files, submitted };
}

async function keptOf(files: readonly MadeFile[]): Promise<KeptProblem[]> {
  const read = await Promise.all(
    files.map(async ({ keptIn, bytes }) =>
      keptIn.includes('/.cph/')
        ? cphProblem(keptIn, new TextDecoder().decode(bytes))
        : cphNgProblem(keptIn, await unpacked(bytes)),
    ),
  );
  return read.filter((one) => one !== null);
}

describe('A submission’s source file', () => {
  it('is found for each of 60 programs created by cph and CPH-NG, and never wrongly', async () => {
    const { files, submitted } = workspace();
    const programs = files.map((one) => program(one.program));
    const kept = await keptOf(files);
    assert.equal(programs.length, 60);
    assert.equal(kept.length, 60);
    for (const { of, judged: one } of submitted) {
      const chosen = chooseSubmittedFile(one, programs, kept, new Set());
      assert.deepEqual(chosen, { kind: 'one', file: program(of), why: 'problem' }, of);
    }
  });

  describe('if a stored URL contains several problems, or has another form,', () => {
    const open = described(kattis, 'open', { url: 'https://open.kattis.com' });
    /** Each program is stored with its page. */
    const choose = async (one: Judged, pages: Readonly<Record<string, string>>) => {
      const files = Object.entries(pages).map(([name, url]) => madeByCph(`${root}/${name}`, { name, url }));
      const programs = files.map((made) => program(made.program));
      const chosen = chooseSubmittedFile(one, programs, await keptOf(files), new Set());
      if (chosen.kind !== 'one') return chosen.kind;
      return [chosen.file.path.slice(root.length + 1), chosen.why];
    };
    const creatingWords = judged(site.cf, '1985A', 'Creating Words', 'C++17 (GCC 7-32)');
    const hello = judged(open, 'hello', null, 'C++');

    it('is found by its name among the contest’s problems', async () => {
      for (const page of ['contest/1985/problems', 'contest/1985', 'group/x/contest/1985/problems']) {
        const url = `https://codeforces.com/${page}`;
        assert.deepEqual(
          await choose(creatingWords, { 'A_Creating_Words.cpp': url, 'B_Maximum_Multiple_Sum.cpp': url }),
          ['A_Creating_Words.cpp', 'name'],
        );
      }
      const url = 'https://open.kattis.com/contests/abc123/problems';
      assert.deepEqual(await choose(hello, { 'hello.cpp': url, 'other.cpp': url }), ['hello.cpp', 'name']);
    });

    it('isn’t found by its name among another contest’s problems', async () => {
      const other = 'https://codeforces.com/contest/1986/problems';
      assert.equal(await choose(creatingWords, { 'A_Creating_Words.cpp': other }), 'several');
      assert.equal(
        await choose(creatingWords, { 'A_Creating_Words.cpp': 'https://example.org/contest/1985/problems' }),
        'several',
      );
    });

    it('is found by its problem’s URL rather than by its name', async () => {
      const pages = {
        'A_Creating_Words.cpp': 'https://codeforces.com/contest/1985/problems',
        'words.cpp': 'https://codeforces.com/contest/1985/problem/A',
      };
      assert.deepEqual(await choose(creatingWords, pages), ['words.cpp', 'problem']);
    });

    it('is found by an archive URL', async () => {
      const archived = judged(site.cf, '100', 'A+B', 'C++17 (GCC 7-32)');
      const at = (number: number) => `https://codeforces.com/problemsets/acmsguru/problem/99999/${number}`;
      const pages = { 'sum.cpp': at(100), 'difference.cpp': at(101) };
      assert.deepEqual(await choose(archived, pages), ['sum.cpp', 'problem']);
      assert.equal(site.cf.pages?.problem?.({ problemId: '100', place: null }), at(100));
    });

    it('is found by a Kattis problem’s URL, in any contest or outside contests', async () => {
      for (const page of ['contests/abc123/problems/hello', 'problems/hello', 'problems/hello/en']) {
        const pages = {
          'Hello_World.cpp': `https://open.kattis.com/${page}`,
          'other.cpp': 'https://open.kattis.com/contests/abc123/problems/other',
        };
        assert.deepEqual(await choose(hello, pages), ['Hello_World.cpp', 'problem'], page);
        const inContest = judged(open, 'hello', null, 'C++', 'abc123');
        assert.deepEqual(await choose(inContest, pages), ['Hello_World.cpp', 'problem'], page);
      }
    });
  });

  it('is the same if the folder was moved together with the files of cph and CPH-NG', async () => {
    const { files, submitted } = workspace();
    const moved = (path: string): string => path.replace(root, '/data/moved');
    const kept = await keptOf(files.map((one) => ({ ...one, keptIn: moved(one.keptIn) })));
    const programs = files.map((one) => program(moved(one.program)));
    for (const { of, judged: one } of submitted) {
      const chosen = chooseSubmittedFile(one, programs, kept, new Set());
      assert.equal(chosen.kind === 'one' && chosen.file.path, moved(of));
    }
  });

  it('is found by name if no problem is stored, and never wrongly', async () => {
    const { files, submitted } = workspace();
    const programs = files.map((one) => program(one.program));
    const chosen = submitted.map(({ of, judged: one }) => ({
      of,
      chosen: chooseSubmittedFile(one, programs, [], new Set()),
    }));
    const right = chosen.filter((one) => one.chosen.kind === 'one' && one.chosen.file.path === one.of);
    const wrong = chosen.filter((one) => one.chosen.kind === 'one' && one.chosen.file.path !== one.of);
    assert.equal(wrong.length, 0);
    assert.equal(right.length, 60);
  });

  it('is preferably the file with the judged text', async () => {
    const [one, other] = [program(`${root}/a.cpp`), program(`${root}/1985A.cpp`)];
    const kept = await keptOf([
      madeByCph(other.path, { name: 'A. X', url: 'https://codeforces.com/contest/1985/problem/A' }),
    ]);
    const asked = judged(site.cf, '1985A', 'X', 'C++');
    assert.deepEqual(chooseSubmittedFile(asked, [one, other], kept, new Set([one.uri])), {
      kind: 'one',
      file: one,
      why: 'text',
    });
    const both = new Set([one.uri, other.uri]);
    assert.deepEqual(chooseSubmittedFile(asked, [one, other], kept, both), {
      kind: 'one',
      file: other,
      why: 'text',
    });
    assert.deepEqual(chooseSubmittedFile(asked, [one, other], [], both), {
      kind: 'several',
      files: [one, other],
    });
  });

  it('is suggested, not linked, if more than one file fits', async () => {
    const two = [program(`${root}/x/1985A.cpp`), program(`${root}/y/1985A.cc`)];
    const asked = judged(site.cf, '1985A', 'X', 'C++');
    assert.deepEqual(chooseSubmittedFile(asked, two, [], new Set()), { kind: 'several', files: two });
    const kept = await keptOf(
      two.map(({ path }) =>
        madeByCph(path, { name: 'A', url: 'https://codeforces.com/contest/1985/problem/A' }),
      ),
    );
    assert.deepEqual(chooseSubmittedFile(asked, two, kept, new Set()), { kind: 'several', files: two });
  });

  it('is only suggested if its name fits but another problem is stored for it', async () => {
    const one = program(`${root}/sum.cpp`);
    const made = [madeByCph(one.path, { name: 'Sum', url: 'https://codeforces.com/contest/1/problem/B' })];
    const asked = judged(site.dmoj, 'sum', null, 'CPP17');
    assert.deepEqual(chooseSubmittedFile(asked, [one], await keptOf(made), new Set()), {
      kind: 'several',
      files: [one],
    });
    // The user's own problem has no page.
    const own = [madeByCph(one.path, { name: 'Local', url: 'file:///home/me/cp/sum.cpp' })];
    assert.equal(chooseSubmittedFile(asked, [one], await keptOf(own), new Set()).kind, 'one');
  });

  it('is always a program in the same language', () => {
    const asked = judged(site.cf, '1985A', 'X', 'GNU C11');
    const files = ['1985A.py', '1985A.in', '1985A.md', '1985A.cpp'].map((name) => program(`${root}/${name}`));
    assert.deepEqual(chooseSubmittedFile(asked, files, [], new Set()), { kind: 'none' });
    const [fits] = [program(`${root}/1985a.c`)];
    assert.equal(chooseSubmittedFile(asked, [...files, fits], [], new Set()).kind, 'one');
  });
});

describe('Problems stored by cph and CPH-NG', () => {
  it('are ignored in other kinds of files', async () => {
    const texts = ['', '{', '[]', 'null', '{"srcPath":1}', '{"url":{},"srcPath":"A.cpp"}'];
    for (const text of texts) {
      assert.equal(cphProblem('/w/.cph/x.prob', text), null, text);
      assert.equal(await unpacked(Buffer.from(text)), '', text);
    }
    const cut = madeByCphNg('/w', '/w/A.cpp', { name: 'A', url: 'https://a.b/c' }).bytes.slice(0, -20);
    assert.equal(await unpacked(cut), '');
    assert.equal(cphNgProblem('/w/.cph-ng/A.cpp.bin', ''), null);
  });

  it('are ignored if a file decompresses to far more than a problem needs', async () => {
    const packed = (length: number) => gzipSync(Buffer.alloc(length, ' '));
    assert.equal((await unpacked(packed(256 * 1024))).length, 256 * 1024);
    for (const length of [256 * 1024 + 1, 64 * 1024 * 1024]) assert.equal(await unpacked(packed(length)), '');
  });
});

describe('A program’s language', () => {
  it('is recognized in the names that judges use', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['cpp', 'GNU C++17'],
      ['cpp', 'cc.cc14o2'],
      ['cpp', 'CPP20'],
      ['c', 'GNU C11'],
      ['c', 'C11'],
      ['cs', 'C# 10'],
      ['cs', 'MONOCS'],
      ['java', 'Java 21'],
      ['js', 'Node.js 15'],
      ['kt', 'Kotlin 1.9'],
      ['py', 'PyPy 3-64'],
      ['py', 'py.pypy3'],
      ['pas', 'PascalABC.NET'],
      ['hs', 'HASK'],
      ['go', 'Go 1.22'],
      ['rs', 'Rust 2021'],
    ];
    for (const [extension, language] of rows) {
      const fitting = [...new Set(rows.map(([one]) => one))].filter((one) =>
        mayBeIn(`/w/a.${one}`, language),
      );
      assert.deepEqual(fitting, [extension], language);
    }
    assert.ok(mayBeIn('/w/a.cpp', 'Brainf***'));
    assert.ok(mayBeIn('/w/a.cpp', null));
  });
});

describe('A program’s name', () => {
  it('is accepted as a problem’s name only in usual forms', () => {
    const named = { id: '1985A', title: 'Creating Words' };
    const yes = [
      ...['1985A.cpp', '1985a.cc', 'CF1985A.cpp', 'codeforces-1985-A.py', 'Creating_Words.cpp'],
      ...['A. Creating Words.cpp', '1985A - Creating Words.cpp', '1985/A.cpp', 'CF 1985/a.cpp'],
      ...['1985A/main.cpp', 'round 952 (1985)/A.py'],
    ];
    const no = [
      ...['A.cpp', '985A.cpp', '11985A.cpp', '1985A2.cpp', '1985B.cpp', 'Words.cpp', '21985/A.cpp'],
      ...['1985/B.cpp', '1985A/brute.cpp', '1985A.txt', '1985A', '.cpp'],
    ];
    for (const path of yes) assert.ok(isNamedAfterProblem(`/w/${path}`, named), path);
    for (const path of no) assert.ok(!isNamedAfterProblem(`/w/${path}`, named), path);
  });

  it('is compared in linear time', () => {
    const long = 'a'.repeat(100_000);
    assert.equal(isNamedAfterProblem(`/${long}_${long}.cpp`, { id: `${long}_a`, title: long }), false);
  });
});
