import * as v from 'valibot';
import type { JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import type { ProblemName, ProblemSamples, Sample } from '../../submission';
import { pathWith } from '../described/submission';
import { timeUnits, type Units } from '../described/units';
import { idAt, misplacedId, numberAt, path, place } from '../described/dottedPaths';
import { MAX_SAMPLE_REQUESTS } from '../limits';
import { fillPath, placeholdersIn } from '../described/pathTemplate';
import { jsonOf } from '../shared/responseBody';

/** URL, or path below the judge's URL, of the files with inputs or expected outputs. */
const fileTemplate = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^https:\/\/[^\s/{}]{1,200}\/[^\s]{1,300}$/)), path]),
  v.check((typed) => {
    const names = placeholdersIn(typed);
    return names.includes('number') && names.every((name) => ['problem', 'version', 'number'].includes(name));
  }),
);

/** How to fetch the samples of a problem, each of which has two files, from the settings. */
export const samples = v.nullish(
  v.strictObject({
    path: pathWith('problem'),
    version: place,
    timeLimit: v.optional(place),
    input: fileTemplate,
    expected: fileTemplate,
  }),
);

export type DescribedSamples = NonNullable<v.InferOutput<typeof samples>>;

/**
 * Fetches the time limit of a problem, and the files of its samples, numbered from 00, until one doesn't exist. `units`:
 * of the time limit
 */
export async function fetchSamples(
  http: JudgeHttp,
  described: DescribedSamples,
  units: Units,
  { problemId: problem }: ProblemName,
): Promise<ProblemSamples> {
  const json = jsonOf(await http.get(fillPath(described.path, { problem })));
  const version = idAt(json, described.version);
  if (version === null) throw misplacedId(json, described.version, 'samples.version');
  const found: Sample[] = [];
  while (found.length < MAX_SAMPLE_REQUESTS) {
    const number = String(found.length).padStart(2, '0');
    const values = { problem, version, number };
    const [input, expected] = await http.sendAll([
      fileRequest(fillPath(described.input, values)),
      fileRequest(fillPath(described.expected, values)),
    ]);
    if (input?.status !== 200 || expected?.status !== 200) break;
    found.push({ input: input.text, expected: expected.text });
  }
  const limit = numberAt(json, described.timeLimit);
  const time = limit === null || limit <= 0 ? null : limit * timeUnits[units.time];
  return { samples: found, limits: time === null ? null : { time, memory: null } };
}

function fileRequest(address: string): OutgoingRequest {
  if (address.startsWith('/')) return { method: 'GET', path: address };
  const { origin, pathname, search } = new URL(address);
  return { method: 'GET', origin, path: pathname + search };
}
