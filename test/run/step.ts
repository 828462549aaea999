import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { endGroup, spawnGroup } from '../../tools/processGroup';
import { root } from '../../tools/root';
import { readReport, reportVariable, summary, type Counts } from './report';

export interface Step {
  readonly name: string;
  /** Script and arguments to run with this process's Node. */
  readonly command: readonly string[];
  /** Path of the report with the step's counts; a step without one counts as one. */
  readonly report?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the command that runs a script of an installed package, without a shell or batch file. */
export function tool(name: string, script: string, ...args: readonly string[]): readonly string[] {
  return [path.join(root, 'node_modules', name, script), ...args];
}

const limitMs = 35 * 60 * 1000;
const running = new Set<ChildProcess>();

/** Stops all running steps and the processes that they started. */
export function endSteps(): void {
  for (const child of running) endGroup(child);
}

export interface Outcome {
  readonly counts: Counts;
  /** A line for each failure. */
  readonly failures: readonly string[];
}

/** Runs a step and counts its tests. Prints its output as a whole if it failed, because steps run in parallel. */
export async function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  const report = step.report && path.join(root, step.report);
  if (report) await fs.rm(report, { force: true });
  const child = spawnGroup(process.execPath, step.command, {
    cwd: root,
    // Logs are plain text. With CI alone, mocha would color them.
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }),
      ...step.env,
      ...(report ? { [reportVariable]: report } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child);
  }, limitMs);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  running.delete(child);
  const { counts, failures, problem } = report ? readReport(report, code ?? 1) : oneCheck(code);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code !== 0) process.stdout.write(output);
  const troubles = [
    ...(late ? [`${step.name} timed out after ${limitMs / 60_000} minutes`] : []),
    ...(signal && !late ? [`${step.name} was terminated by ${signal}`] : []),
    ...(problem ? [`${step.name}: ${problem}`] : []),
  ];
  for (const trouble of troubles) console.log(trouble);
  console.log(`${counts.failed > 0 ? '✘' : '✔'} ${step.name}: ${summary(counts)} (${seconds} s)`);
  return { counts, failures: [...failures.map((failure) => `${step.name}: ${failure}`), ...troubles] };
}

/** A step without a report counts as one test. */
function oneCheck(code: number | null): Outcome & { readonly problem?: string } {
  const passed = code === 0;
  return {
    counts: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 },
    failures: [],
    ...(passed ? {} : { problem: 'failed' }),
  };
}
