import fs from 'node:fs/promises';
import path from 'node:path';
import type { Compiled } from '../service/judging/compile';
import { pause, type Surroundings } from '../service/judging/judge';
import { languageOf, type Language } from '../service/judging/languages';
import type { Run } from '../service/judging/run';
import { filesIn } from './archive';
import { statusOfSignal } from './catalog';
import type { Oddities } from './config';
import { nothing, type Judge0Submission, type Outcome } from './submission';

/** Compiles a program and runs it on its input. It is NOT a sandbox. */
export async function execute(
  submission: Judge0Submission,
  around: Surroundings,
  oddities: Oddities,
): Promise<Outcome> {
  const { tools, stopping, pace } = around;
  await pause(pace, stopping);
  stopping.throwIfAborted();
  const { boxError } = oddities;
  if (boxError) return { ...nothing, status: boxError.status, message: Buffer.from(boxError.message) };
  const language = languageOf(submission.language.judgedAs, tools);
  if (typeof language === 'string') throw new Error(language);
  const directory = await fs.mkdtemp(path.join(around.directory, 'box-'));
  try {
    for (const { name, content } of filesIn(submission.additional_files))
      await fs.writeFile(path.join(directory, name), content, { mode: 0o600 });
    const compiled = await compiledIn(directory, submission, language, around);
    stopping.throwIfAborted();
    const compile_output = oddities.compilationTimesOut || compiled.timedOut ? timedOut : compiled.output;
    if (!compiled.success || oddities.compilationTimesOut) return { ...nothing, status: 6, compile_output };
    const outcome = await ran(submission, compiled, directory, around, oddities);
    return { ...outcome, compile_output };
  } finally {
    await fs.rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

const timedOut = Buffer.from('Compilation time limit exceeded.');

/**
 * Compiles a program. For languages without a compiler, returns success, because their errors occur when the program
 * runs.
 */
async function compiledIn(
  directory: string,
  { language: { source_file, compile_cmd }, source_code, compiler_options }: Judge0Submission,
  language: Language,
  { tools, programs, stopping }: Surroundings,
): Promise<Compiled & { readonly output: Buffer | null }> {
  const o2 = /(?:^|\s)-O[23]\b/.test(compiler_options ?? '');
  const compiled = await programs.compile(language, source_code, o2, tools, directory, stopping);
  if (compile_cmd === null) return { ...compiled, success: true, output: null };
  const output = compiled.message.replace(/\/tmp\/compiler_\w+\/src\b/g, source_file);
  return { ...compiled, output: output === '' ? null : Buffer.from(output) };
}

async function ran(
  submission: Judge0Submission,
  { program }: Compiled,
  directory: string,
  { tools, programs, stopping }: Surroundings,
  oddities: Oddities,
): Promise<Outcome> {
  const { limits, stdin, expected_output, language } = submission;
  const allowed = {
    time: limits.cpu_time_limit * 1000,
    wall: limits.wall_time_limit * 1000,
    memory: limits.memory_limit,
    output: limits.max_file_size * 1024,
  };
  const began = performance.now();
  const input = stdin ?? Buffer.alloc(0);
  const result = await programs.run(program, input, allowed, directory, tools.runner, stopping);
  const wall_time = Math.round(performance.now() - began) / 1000;
  stopping.throwIfAborted();
  const source = path.join(directory, 'src');
  const errors = result.errors.toString('latin1').replaceAll(source, `/box/${language.source_file}`);
  const ended = endOf(result, oddities.signalsByShell);
  const stderr = errors + ended.shellMessage;
  const stdout = result.output.length > 0 ? result.output : null;
  return {
    ...nothing,
    status: ended.status ?? (isExpected(stdout, expected_output) ? 3 : 4),
    stdout,
    stderr: stderr === '' ? null : Buffer.from(stderr, 'latin1'),
    message: ended.message === null ? null : Buffer.from(ended.message),
    time: result.time / 1000,
    wall_time,
    memory: result.memory,
    exit_code: ended.exitCode,
    exit_signal: ended.signal,
  };
}

interface End {
  /** Null if the output decides the status. */
  readonly status: number | null;
  readonly message: string | null;
  readonly exitCode: number;
  readonly signal: number | null;
  /** Line that the shell adds to the program's error output; empty: none. */
  readonly shellMessage: string;
}

function endOf({ exceeded, exitCode, signal }: Run, byShell: boolean): End {
  const plain = { exitCode, signal: null, shellMessage: '' };
  if (exceeded === 'time') return { ...plain, exitCode: 0, status: 5, message: 'Time limit exceeded' };
  const number = exceeded === 'output' ? 25 : exceeded === 'memory' ? signal || 9 : signal;
  if (number !== 0 && byShell) {
    const shellMessage = `run.sh: line 1:     3 ${number === 11 ? 'Segmentation fault' : 'Killed'}      ./a.out\n`;
    return { ...nzec(128 + number), shellMessage };
  }
  if (number !== 0) {
    const message = `Caught fatal signal ${number}`;
    return { status: statusOfSignal(number), message, exitCode: 0, signal: number, shellMessage: '' };
  }
  return exitCode === 0 ? { ...plain, status: null, message: null } : nzec(exitCode);
}

function nzec(exitCode: number): End {
  return {
    status: 11,
    message: `Exited with error status ${exitCode}`,
    exitCode,
    signal: null,
    shellMessage: '',
  };
}

/**
 * Returns whether the output is as expected. Compares lines, ignoring trailing whitespace and empty lines at the end.
 * No output (null) isn't equal to an empty expected output.
 */
function isExpected(stdout: Buffer | null, expected: Buffer | null): boolean {
  if (expected === null) return true;
  return stdout !== null && stripped(stdout) === stripped(expected);
}

function stripped(text: Buffer): string {
  const lines = text.toString('latin1').split('\n');
  return lines.map(withoutBlanks).join('\n').replace(/\n+$/, '');
}

function withoutBlanks(line: string): string {
  return line.replace(/[ \t\r\f\v\0]+$/, '');
}
