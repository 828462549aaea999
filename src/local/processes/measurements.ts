import fs from 'node:fs';

export interface Measurements {
  /** CPU time of the program and the processes it waited for, ms; null: the program was ended before */
  readonly cpuMs: number | null;
  /** largest resident memory, KiB; null: not measured */
  readonly memoryKib: number | null;
}

export const notMeasured: Measurements = { cpuMs: null, memoryKib: null };

/** Reads the file that `measuredProgram` describes. */
export function measurementsIn(file: string): Measurements {
  return readMeasurements(fs.readFileSync(file, 'latin1'));
}

/**
 * Reads the output of a shell's `times`, whose second line contains the user and system times of the programs, such as
 * `0m1.250s 0m0.010s`. Before it, `time -l` may have written the memory in bytes.
 */
export function readMeasurements(text: string): Measurements {
  const [, bytes] = /^ {0,40}(\d{1,15}) {1,9}maximum resident set size$/m.exec(text) ?? [];
  const [, ofPrograms = ''] = text.split('\n').filter((line) => /^\d{1,9}m[\d.,]{1,20}s /.test(line));
  const parts = [...ofPrograms.matchAll(/(\d{1,9})m(\d{1,9}(?:[.,]\d{1,9})?)s/g)];
  const seconds = parts.map(
    ([, minutes, rest = '']) => Number(minutes) * 60 + Number(rest.replace(',', '.')),
  );
  return {
    cpuMs: parts.length === 2 ? Math.round(seconds.reduce((total, part) => total + part, 0) * 1000) : null,
    memoryKib: bytes === undefined ? null : Math.ceil(Number(bytes) / 1024),
  };
}
