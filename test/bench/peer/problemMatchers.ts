// The problem matchers of VS Code, applied as VS Code applies them: the baseline of parsing compiler output.
import { matchers } from './problemMatchers.json';

interface Pattern {
  readonly regexp: string;
  readonly loop?: boolean;
  readonly file?: number;
  readonly location?: number;
  readonly line?: number;
  readonly column?: number;
  readonly severity?: number;
  readonly code?: number;
  readonly message?: number;
}

/** The captured groups of a problem. */
interface Problem {
  file?: string | undefined;
  line?: string | undefined;
  column?: string | undefined;
  severity?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

/** Applies one matcher to the lines of a text. Returns the number of problems. */
type LineMatcher = (lines: readonly string[]) => number;

/** All matchers of VS Code and its built-in extensions. */
const contributed: readonly LineMatcher[] = matchers.map(({ patterns }) => lineMatcher(patterns));

/** The matcher for GCC in the documentation of VS Code. */
const documentedGcc = lineMatcher([
  {
    regexp: String.raw`^(.*):(\d+):(\d+):\s+(warning|error):\s+(.*)$`,
    file: 1,
    line: 2,
    column: 3,
    severity: 4,
    message: 5,
  },
]);

export function matchAll(text: string): number {
  const lines = text.split('\n');
  return contributed.reduce((found, match) => found + match(lines), 0);
}

export function matchGcc(text: string): number {
  return documentedGcc(text.split('\n'));
}

function lineMatcher(patterns: readonly Pattern[]): LineMatcher {
  const compiled = patterns.map((pattern) => ({ ...pattern, regexp: new RegExp(pattern.regexp) }));
  const last = compiled.at(-1);
  return (lines) => {
    const problems: Problem[] = [];
    for (let at = 0; at + compiled.length <= lines.length; at++) {
      const problem: Problem = {};
      const matched = compiled.every((pattern, i) => {
        const hit = pattern.regexp.exec(lines[at + i] ?? '');
        if (hit) capture(problem, pattern, hit);
        return hit !== null;
      });
      if (!matched) continue;
      problems.push(problem);
      at += compiled.length - 1;
      // the last of several patterns may repeat, with the groups of the patterns before it
      for (; last?.loop; at++) {
        const hit = last.regexp.exec(lines[at + 1] ?? '');
        if (!hit) break;
        const next = { ...problem };
        capture(next, last, hit);
        problems.push(next);
      }
    }
    return problems.length;
  };
}

function capture(problem: Problem, pattern: Omit<Pattern, 'regexp'>, hit: RegExpExecArray): void {
  if (pattern.file) problem.file = hit[pattern.file];
  if (pattern.location) [problem.line, problem.column] = hit[pattern.location]?.split(',') ?? [];
  if (pattern.line) problem.line = hit[pattern.line];
  if (pattern.column) problem.column = hit[pattern.column];
  if (pattern.severity) problem.severity = hit[pattern.severity];
  if (pattern.code) problem.code = hit[pattern.code];
  if (pattern.message) problem.message = hit[pattern.message]?.trim();
}
