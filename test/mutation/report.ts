import fs from 'node:fs/promises';

type Status = 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored';

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: Status;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Both 1-based. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The fields of Stryker's report that are used here (schema “mutation testing elements”). */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export async function read(file: string): Promise<MutationReport> {
  return JSON.parse(await fs.readFile(file, 'utf8')) as MutationReport;
}

/** Prints the surviving mutants and the score of each file and of all. Returns the latter, in percent. */
export function print(room: string, { files }: MutationReport): number {
  const all = Object.values(files).flatMap(({ mutants }) => mutants);
  for (const [name, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const mutant of mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')) {
      const { start, end } = mutant.location;
      const line = lines[start.line - 1] ?? '';
      const was = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined).trim();
      const where = `${name}:${start.line}:${start.column}`;
      console.log(
        `${mutant.status} ${where} ${mutant.mutatorName}: ${short(was)} → ${short(mutant.replacement ?? '')}`,
      );
    }
  }
  console.log(
    `\n| ${room} | score | noticed | of them timed out | survived | never run |\n| --- | ---: | ---: | ---: | ---: | ---: |`,
  );
  for (const [name, { mutants }] of Object.entries(files)) row(name, mutants);
  return row(`all of ${room}`, all);
}

function row(name: string, mutants: readonly Mutant[]): number {
  const count = (...wanted: readonly Status[]) =>
    mutants.filter(({ status }) => wanted.includes(status)).length;
  const timedOut = count('Timeout');
  const noticed = count('Killed') + timedOut;
  const [survived, never] = [count('Survived'), count('NoCoverage')];
  const sum = noticed + survived + never;
  const score = sum === 0 ? 100 : (100 * noticed) / sum;
  console.log(`| ${name} | ${score.toFixed(1)} % | ${noticed} | ${timedOut} | ${survived} | ${never} |`);
  return score;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
