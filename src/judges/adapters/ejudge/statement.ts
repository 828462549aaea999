import type { JudgeHttp } from '../../adapter';
import type { ProblemForm, Sample, Statement } from '../../submission';
import { markdownWithHtml } from '../shared/htmlMarkdown';
import { findElements, parseHtml, textIn } from '../shared/htmlTree';
import { MAX_EJUDGE_SAMPLES, MAX_EJUDGE_STATEMENT_LENGTH } from '../limits';
import { throwIf, unknownId } from '../shared/refusals';
import { statedRule } from '../shared/comparisonInStatement';
import { comparison } from './verdicts';
import { bodyOf } from '../shared/responseBody';
import type { ContestPaths } from './addresses';
import { refusalIn, requestIfAny } from './refusals';
import { fetchBegunContest, problemOf } from './contest';

/** Fetches the statement of a problem, which is HTML. Rejects before the start of the contest. */
export async function fetchStatement(
  http: JudgeHttp,
  paths: ContestPaths,
  problemId: string,
): Promise<Statement> {
  const contest = await fetchBegunContest(http, paths);
  const problem = problemOf(contest, problemId);
  if (problem === null) throw unknownId();
  const answer = await http.send({ method: 'GET', path: paths.statement(problem.number) });
  throwIf(refusalIn(answer, paths));
  return {
    title: problem.title || null,
    texts: { '': markdownWithHtml(answer.text.slice(0, MAX_EJUDGE_STATEMENT_LENGTH)) },
  };
}

/** Fetches the samples of a statement, and the comparison that it describes; neither if ejudge rejected the request. */
export async function fetchSamplesIfAny(
  http: JudgeHttp,
  paths: ContestPaths,
  number: number,
): Promise<Pick<ProblemForm, 'samples' | 'comparison'>> {
  const { answer } = await requestIfAny(http, { method: 'GET', path: paths.statement(number) }, paths);
  if (answer.status >= 400 || bodyOf(answer) !== undefined) return {};
  const samples = samplesIn(answer.text);
  return { ...(samples.length === 0 ? {} : { samples }), ...statedRule(comparison, answer.text) };
}

/**
 * Returns the samples of a statement: pairs of blocks with a heading each, `<h4>Input</h4><pre>…</pre>`. The first pair
 * determines the words of the headings, which depend on the language. Statements in another form have none.
 */
function samplesIn(statement: string): readonly Sample[] {
  const page = parseHtml(statement);
  if (!page) return [];
  const parts = findElements(page, ({ name }) => name === 'h4' || name === 'pre');
  const blocks = parts.flatMap((part, index) => {
    const heading = parts[index - 1];
    return part.name === 'pre' && heading?.name === 'h4'
      ? [{ heading: textIn(heading).trim(), text: textIn(part) }]
      : [];
  });
  const [input, output] = blocks;
  if (!input || !output || input.heading === output.heading) return [];
  const samples: Sample[] = [];
  for (let index = 0; index + 1 < blocks.length && samples.length < MAX_EJUDGE_SAMPLES; index += 2) {
    const [first, second] = [blocks[index], blocks[index + 1]];
    if (first?.heading !== input.heading || second?.heading !== output.heading) return [];
    samples.push({ input: first.text, expected: second.text });
  }
  return samples;
}
