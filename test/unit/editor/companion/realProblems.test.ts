import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { freeProgramName, stemForProblem } from '../../../../src/editor/companion/programName';
import { cphText, readProblem, type ReceivedProblem } from '../../../../src/editor/companion/companionFormat';
import { addressOfProblem, problemAtPublicJudge } from '../../../../src/judges/adapters/publicProblem';
import { cphProblem, cphProblemOf } from '../../../../src/editor/sourceFiles/cph';

/** Facts about a problem that Competitive Companion can send. */
interface Facts {
  readonly name: string;
  readonly url: string;
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** number of samples */
  readonly samples: number;
  readonly interactive?: boolean;
  readonly input?: object;
  readonly output?: object;
}

const file = path.join(import.meta.dirname, '../../../fixtures/companion/problems.json');
const problems = JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Facts[];

/** Sites of judges that the extension supports. */
const supported = [
  ...['codeforces.com', 'cses.fi', 'dmoj.ca', 'hydro.ac', 'judge.yosupo.jp', 'kilonova.ro'],
  ...['old.yosupo.jp', 'omegaup.com', 'open.kattis.com'],
];

/** Returns the body of a request in the format of Competitive Companion. */
function bodyOf({ name, url, timeLimit, memoryLimit, samples, interactive, input, output }: Facts): string {
  return JSON.stringify({
    name,
    group: new URL(url).host,
    url,
    interactive: interactive ?? false,
    memoryLimit,
    timeLimit,
    tests: Array.from({ length: samples }, (_, index) => ({ input: `${index}\n`, output: `${index + 1}\n` })),
    testType: 'single',
    input: input ?? { type: 'stdin' },
    output: output ?? { type: 'stdout' },
    languages: { java: { mainClass: 'Main', taskClass: 'Task' } },
    batch: { id: '5d4d4c4b', size: 1 },
  });
}

function received(facts: Facts): ReceivedProblem {
  const problem = readProblem(bodyOf(facts));
  assert.ok(problem, facts.url);
  return problem;
}

describe('The 284 problems that Competitive Companion tests', () => {
  it('are read completely', () => {
    assert.equal(problems.length, 284);
    for (const facts of problems) {
      const { name, url, timeLimit, memoryLimit, tests } = received(facts);
      assert.deepEqual(
        { name, url, timeLimit, memoryLimit, samples: tests.length },
        {
          name: facts.name,
          url: facts.url,
          timeLimit: facts.timeLimit,
          memoryLimit: facts.memoryLimit,
          samples: facts.samples,
        },
      );
    }
  });

  for (const [language, extension] of [
    ['cpp', '.cpp'],
    ['java', '.java'],
  ] as const) {
    it(`get different names for ${language} that every system accepts`, () => {
      const names: string[] = [];
      for (const { name, url } of problems.map(received)) {
        const id = problemAtPublicJudge(addressOfProblem(url, name))?.problemId ?? null;
        names.push(freeProgramName(stemForProblem(id, name, language), extension, names));
      }
      for (const name of names) {
        assert.match(name, /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]{0,59}\.\w+$/u);
        assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)\./i);
        if (language === 'java') assert.match(name, /^[\p{L}_][\p{L}\p{N}\p{M}_]*\.java$/u);
      }
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, problems.length);
    });
  }

  it('are recognized at the judges of the extension, and nowhere else', () => {
    const isSupported = ({ url }: Facts): boolean => supported.includes(new URL(url).hostname);
    const unknown = problems.filter(isSupported).filter(({ url, name }) => {
      const problem = problemAtPublicJudge(addressOfProblem(url, name));
      return problem === null;
    });
    assert.deepEqual(unknown, []);
    assert.equal(problems.filter(isSupported).length, 72);
    const elsewhere = problems.filter((facts) => !isSupported(facts));
    assert.deepEqual(
      elsewhere.filter(({ url }) => problemAtPublicJudge(url) !== null),
      [],
    );
  });

  it('are stored so that their samples, limits, and URLs are found', () => {
    for (const facts of problems) {
      const text = cphText(received(facts), '/home/user/A.cpp');
      assert.equal(cphProblem('/home/user/.cph/.A.cpp_0.prob', text)?.url, facts.url);
      const program = { path: '/home/user/A.cpp', name: 'A.cpp' };
      const stored = cphProblemOf(program, [text]);
      assert.ok(stored, facts.url);
      assert.equal(stored.isInteractive, facts.interactive ?? false, facts.url);
      assert.equal(stored.samples.length, facts.samples);
      assert.deepEqual([stored.time, stored.memory], [facts.timeLimit, facts.memoryLimit * 1024]);
    }
  });
});

describe('A received problem', () => {
  const [facts] = problems;
  const valid = (): Record<string, unknown> => {
    assert.ok(facts);
    return JSON.parse(bodyOf(facts)) as Record<string, unknown>;
  };

  it('is ignored without a name, a web address, or a list of samples', () => {
    for (const wrong of [
      { name: 1 },
      { url: 'file:///etc/passwd' },
      { url: 'javascript:alert(1)' },
      { url: `https://a/${'b'.repeat(3000)}` },
      { tests: 'none' },
      { tests: [{ input: 1, output: '' }] },
    ])
      assert.equal(readProblem(JSON.stringify({ ...valid(), ...wrong })), null, JSON.stringify(wrong));
    for (const text of ['', 'null', '[]', '{', '"A"']) assert.equal(readProblem(text), null);
  });

  it('may lack everything else', () => {
    const { name, url, tests } = valid();
    const problem = readProblem(JSON.stringify({ name, url, tests }));
    assert.deepEqual([problem?.timeLimit, problem?.memoryLimit, problem?.batch], [null, null, null]);
  });

  it('has the URL of its own page if it was sent from the page of a whole contest', () => {
    const sent = 'https://codeforces.com/contest/1/problems?locale=en';
    assert.equal(addressOfProblem(sent, 'B. Spreadsheets'), 'https://codeforces.com/contest/1/problem/B');
    assert.equal(addressOfProblem(sent, 'Spreadsheets'), sent);
  });
});
