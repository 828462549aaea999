import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A problem as Competitive Companion sends it to both extensions. */
export interface CompanionProblem {
  readonly name: string;
  readonly url: string;
}

/** A program with the file in which an extension stores its problem. */
export interface MadeFile {
  readonly program: string;
  readonly keptIn: string;
  readonly bytes: Uint8Array;
}

/** Stored by cph next to the program, named by the MD5 of its path. */
export function madeByCph(program: string, { name, url }: CompanionProblem): MadeFile {
  const at = program.lastIndexOf('/');
  const hash = createHash('md5').update(program).digest('hex');
  const kept = {
    name,
    group: 'Codeforces - Round',
    url,
    interactive: false,
    memoryLimit: 256,
    timeLimit: 1000,
    tests: [{ id: 1_700_000_000_000, input: '1\n', output: '2\n' }],
    testType: 'single',
    input: { type: 'stdin' },
    output: { type: 'stdout' },
    languages: { java: { mainClass: 'Main', taskClass: 'A' } },
    batch: { id: 'b', size: 1 },
    srcPath: program,
  };
  return {
    program,
    keptIn: `${program.slice(0, at)}/.cph/.${program.slice(at + 1)}_${hash}.prob`,
    bytes: Buffer.from(JSON.stringify(kept)),
  };
}

/** Stored by CPH-NG: `${workspace}/.cph-ng/${relativeDirname}/${basename}.bin`. `version`: of the format. */
export function madeByCphNg(
  workspace: string,
  program: string,
  { name, url }: CompanionProblem,
  version: '0.0.1' | '0.4.8' | '0.6.1' = '0.6.1',
): MadeFile {
  const id = '0b9f2a1e-0000-4000-8000-000000000001';
  const kept = {
    '0.0.1': {
      name,
      url,
      timeLimit: 1000,
      srcPath: program,
      testCases: [{ input: '1\n', inputFile: false, answer: '2\n', answerFile: false, isExpand: false }],
    },
    '0.4.8': {
      version,
      name,
      url,
      tcOrder: [id],
      timeLimit: 1000,
      memoryLimit: 256,
      timeElapsed: 0,
      tcs: { [id]: { stdin: { useFile: false, data: '1\n' }, answer: { useFile: false, data: '2\n' } } },
      src: { path: program },
    },
    '0.6.1': {
      version,
      name,
      url,
      testcaseOrder: [id],
      timeElapsedMs: 5,
      testcases: { [id]: { stdin: { data: '1\n' }, answer: { data: '2\n' }, isExpand: false, result: null } },
      src: { path: program, hash: null },
      checker: null,
      interactor: null,
      stressTest: { generator: null, bruteForce: null, cnt: 0 },
      overrides: { timeLimitMs: 1000, memoryLimitMb: 256 },
    },
  }[version];
  return {
    program,
    keptIn: `${workspace}/.cph-ng${program.slice(workspace.length)}.bin`,
    bytes: gzipSync(Buffer.from(JSON.stringify(kept))),
  };
}
