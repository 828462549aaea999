import { namesIn, presentText } from '../files';
import { Uri, workspace } from 'vscode';
import type { Sample } from '../../service';
import { fileName } from '../words/recordWords';
import { chooseSamples, samplePairs, type ChosenSamples } from './chooseSamples';
import { cphProblemOf, isCphFileOf, type CphProblem } from './cph';

export interface FoundSamples extends ChosenSamples, Pick<CphProblem, 'time' | 'memory'> {}

/** Most files of one folder that are read. */
const mostFiles = 200;
/** bytes; what is larger is no sample */
const largestFile = 8 * 1024 * 1024;

/** The samples of a program: those that cph keeps, and the files beside it. */
export async function findSamples(program: Uri): Promise<FoundSamples> {
  const problem = await cphProblem(program);
  const { samples, left } = chooseSamples([...(problem?.samples ?? []), ...(await filesBeside(program))]);
  return { samples, left, time: problem?.time ?? null, memory: problem?.memory ?? null };
}

async function filesBeside(program: Uri): Promise<readonly Sample[]> {
  const folder = Uri.joinPath(program, '..');
  const pairs = samplePairs(fileName(program.toString()), await namesIn(folder)).slice(0, mostFiles);
  const read = await Promise.all(
    pairs.map(async (pair) => ({
      input: await textOf(Uri.joinPath(folder, pair.input)),
      expected: await textOf(Uri.joinPath(folder, pair.expected)),
    })),
  );
  return read.flatMap(({ input, expected }) =>
    input === null || expected === null ? [] : [{ input, expected }],
  );
}

async function cphProblem(program: Uri): Promise<CphProblem | null> {
  const own = workspace.getConfiguration('cph').get<unknown>('general.saveLocation');
  const folders = [Uri.joinPath(program, '..', '.cph')];
  if (typeof own === 'string' && own.trim() !== '' && program.scheme === 'file') {
    folders.push(Uri.file(own.trim()));
  }
  const path = {
    path: program.scheme === 'file' ? program.fsPath : program.path,
    name: fileName(program.toString()),
  };
  for (const folder of folders) {
    const names = (await namesIn(folder)).filter((name) => isCphFileOf(path.name, name)).slice(0, mostFiles);
    const texts = await Promise.all(names.map((name) => textOf(Uri.joinPath(folder, name))));
    const problem = cphProblemOf(
      path,
      texts.filter((text) => text !== null),
    );
    if (problem) return problem;
  }
  return null;
}

async function textOf(file: Uri): Promise<string | null> {
  try {
    if ((await workspace.fs.stat(file)).size > largestFile) return null;
  } catch {
    return null; // it is gone
  }
  return presentText(file);
}
