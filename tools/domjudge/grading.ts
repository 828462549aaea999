import fs from 'node:fs/promises';
import path from 'node:path';
import { difference } from '../service/judging/checker';
import type { Program } from '../service/judging/compile';
import { pointsOf, type Surroundings } from '../service/judging/judge';
import { runTool } from '../service/judging/process';
import type { Run } from '../service/judging/run';
import type { CompiledProgram, DomjudgeSubmission, SampleRun, SubmittedFile } from './site';

export interface Graded {
  readonly verdict: string;
  /** Longest running time, s; null: it didn't run. */
  readonly time: number | null;
  readonly score: number;
  readonly compilation: CompiledProgram;
  readonly samples: readonly SampleRun[];
  readonly tests: readonly { readonly verdict: string; readonly time: number; readonly score: number }[];
}

/** Memory for programs, KiB. The Java virtual machine reserves much more than it uses. */
const memory = 4 * 1024 * 1024;
/** Maximum size of the output of a program, bytes. */
const output = 8 * 1024 * 1024;

/**
 * Compiles a program and runs it on the tests, as DOMjudge does with its default settings: until the first failure, unless
 * the contest gives points. It is NOT a sandbox.
 */
export async function grade(submission: DomjudgeSubmission, around: Surroundings): Promise<Graded> {
  const directory = await fs.mkdtemp(path.join(around.directory, 'submission-'));
  try {
    for (const { name, content } of submission.files)
      await fs.writeFile(path.join(directory, name), content, { mode: 0o600 });
    const { compilation, program } = await compiled(submission, directory, around);
    around.stopping.throwIfAborted();
    if (!compilation.isSuccessful)
      return { verdict: 'CE', time: null, score: 0, compilation, samples: [], tests: [] };
    return { compilation, ...(await runTests(submission, program, directory, around)) };
  } finally {
    await fs.rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runTests(
  { problem, contest }: DomjudgeSubmission,
  program: Program | null,
  directory: string,
  { programs, tools, stopping }: Surroundings,
): Promise<Omit<Graded, 'compilation'>> {
  const tests: Graded['tests'][number][] = [];
  const samples: SampleRun[] = [];
  let score = 0;
  for (const subtask of problem.cases.subtasks()) {
    const points: number[] = [];
    for (const [index, { input, answer }] of subtask.cases.entries()) {
      const hasFailed = tests.some(({ verdict }) => verdict !== 'AC');
      if (hasFailed && !contest.isScored) break;
      const limits = { time: problem.time, memory, output };
      const run =
        program &&
        (await programs.run(program, Buffer.from(input), limits, directory, tools.runner, stopping));
      stopping.throwIfAborted();
      const verdict = run === null ? 'AC' : verdictOf(run, answer);
      const time = (run?.time ?? 1) / 1000;
      points.push(verdict === 'AC' ? pointsOf(subtask, index) : 0);
      tests.push({ verdict, time, score: points.at(-1) ?? 0 });
      if (tests.length > problem.samples) continue;
      const written = run === null ? answer : run.output.toString('utf8');
      samples.push({ verdict, time, output: written, errors: run?.errors.toString('utf8') ?? '' });
    }
    if (points.length < subtask.cases.length) continue;
    score += subtask.scoring === 'min' ? Math.min(...points) : points.reduce((sum, one) => sum + one, 0);
  }
  return {
    verdict: tests.find(({ verdict }) => verdict !== 'AC')?.verdict ?? 'AC',
    time: Math.max(...tests.map(({ time }) => time)),
    score,
    samples,
    tests,
  };
}

function verdictOf(run: Run, answer: string): string {
  switch (run.exceeded) {
    case 'time':
      return 'TLE';
    case 'memory':
      return 'MLE';
    case 'output':
      return 'OLE';
    case null:
      break;
  }
  if (run.signal !== 0 || run.exitCode !== 0) return 'RTE';
  const written = run.output.toString('utf8');
  if (written.trim() === '' && answer.trim() !== '') return 'NO';
  return difference(written, answer) === null ? 'AC' : 'WA';
}

/** `program`: null if no tool can run it. It then passes every test. */
interface Compiled {
  readonly compilation: CompiledProgram;
  readonly program: Program | null;
}

async function compiled(
  submission: DomjudgeSubmission,
  directory: string,
  { tools }: Surroundings,
): Promise<Compiled> {
  const { language, files, entryPoint } = submission;
  const names = files.map(({ name }) => name).filter((name) => hasExtension(name, language.extensions));
  const mainFile = entryPoint ?? names[0] ?? '';
  const command = (program: string, ...args: readonly string[]): Program => ({
    command: program,
    args,
    needsNode: program === process.execPath,
  });
  const withTool = async (
    tool: string | null,
    args: readonly string[],
    program: Program,
  ): Promise<Compiled> => {
    if (tool === null) throw new Error(`there is no compiler for ${language.name} here`);
    const finished = await runTool(tool, args, { cwd: directory, env: tools.environment, timeLimit: 30_000 });
    return { compilation: compilationOf(finished.code === 0, finished.output), program };
  };
  const executable = path.join(directory, 'program');
  switch (language.id) {
    case 'c':
      return withTool(tools.c, ['-Wall', '-O2', '-o', executable, ...names, '-lm'], command(executable));
    case 'cpp':
      return withTool(tools.cxx, ['-Wall', '-O2', '-o', executable, ...names, '-lm'], command(executable));
    case 'javascript':
      return withTool(
        process.execPath,
        ['--check', mainFile],
        command(process.execPath, path.join(directory, mainFile)),
      );
    case 'python3':
      return withDetection(
        await withTool(
          tools.python,
          ['-m', 'py_compile', ...names],
          command(tools.python ?? '', path.join(directory, mainFile)),
        ),
        entryPoint === null ? `Info: detected entry_point: ${mainFile}` : null,
      );
    case 'java':
      return compiledJava(submission, names, directory, tools.environment);
    default:
      return { compilation: { isSuccessful: true, output: '' }, program: null };
  }
}

/** Options that keep the virtual machine within the address space of the runner. */
const javaOptions = [
  '-Xmx256m',
  '-Xss64m',
  '-XX:+UseSerialGC',
  '-XX:CompressedClassSpaceSize=64m',
  '-XX:ReservedCodeCacheSize=64m',
];

/**
 * Compiles a Java program in files with the submitted names. Without a Java compiler, only the name of the file is
 * checked, and every test is passed.
 */
async function compiledJava(
  { files, entryPoint }: DomjudgeSubmission,
  names: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<Compiled> {
  const mainClass = entryPoint ?? mainClassIn(files);
  const detected = entryPoint === null ? `Info: using 'main' from '${mainClass}'` : null;
  const {
    code,
    output: said,
    started,
  } = await runTool('javac', ['-d', '.', ...names], {
    cwd: directory,
    env: environment,
    timeLimit: 60_000,
  });
  if (!started) {
    const error = misnamed(files);
    return withDetection(
      { compilation: compilationOf(error === null, error ?? ''), program: null },
      detected,
    );
  }
  const args = [...javaOptions, '-cp', directory, mainClass];
  const program: Program = { command: 'java', args, needsNode: false };
  return withDetection({ compilation: compilationOf(code === 0, said), program }, detected);
}

/** Returns the class of the first file, with its package. */
function mainClassIn(files: readonly SubmittedFile[]): string {
  const [file] = files;
  const inPackage = /^\s*package\s+([\w.]+)\s*;/m.exec(file?.content.toString('utf8') ?? '')?.[1];
  const name = (file?.name ?? '').replace(/\.java$/, '');
  return inPackage === undefined ? name : `${inPackage}.${name}`;
}

/** Returns javac's error for a public class in a file with another name; null: there is none. */
function misnamed(files: readonly SubmittedFile[]): string | null {
  for (const { name, content } of files) {
    const lines = content.toString('utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const found = /^\s*public\s+(?:final\s+|abstract\s+)?(class|interface|enum|record)\s+(\w+)/.exec(line);
      const [, kind = '', declared = ''] = found ?? [];
      if (found && `${declared}.java` !== name) {
        const error = `${kind} ${declared} is public, should be declared in a file named ${declared}.java`;
        return `${name}:${index + 1}: error: ${error}\n${line}\n       ^\n1 error\n`;
      }
    }
  }
  return null;
}

function compilationOf(isSuccessful: boolean, said: string): CompiledProgram {
  return {
    isSuccessful,
    output: isSuccessful ? said : `Compiling failed with exitcode 1, compiler output:\n${said}`,
  };
}

/** Adds the line that DOMjudge prints if it has found the entry point itself. */
function withDetection({ compilation, program }: Compiled, detected: string | null): Compiled {
  if (detected === null || !compilation.isSuccessful) return { compilation, program };
  return { compilation: { ...compilation, output: `${detected}\n${compilation.output}` }, program };
}

export function hasExtension(name: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => name.endsWith(`.${extension}`));
}
