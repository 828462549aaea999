import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  l10n,
  Location,
  Range,
  Uri,
} from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import { plainLines } from '../../results';
import type { KnownRecord } from '../../records';
import { compileLocation, compileUri } from './compilerOutput';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { isRemark } from './lineRemarks';
import { isRuntimeError, type RuntimeError } from './runtimeErrors';
import type { FileDiagnostics } from './fileDiagnostics';
import { MAX_MESSAGE_LENGTH, MAX_NAMED_CASES } from './limits';

/** Creates the Problem of a diagnostic at its current position in the user's file. */
export function problemOf(
  record: KnownRecord,
  file: FileDiagnostics,
  diagnostic: CompilerDiagnostic,
): Diagnostic {
  const problem = new Diagnostic(new Range(0, 0, 0, 0), wordsOf(diagnostic), severityOf(diagnostic));
  problem.source = l10n.t('judge ({0})', diagnostic.toolchain);
  if (isRuntimeError(diagnostic)) {
    problem.source = l10n.t('judge ({0})', l10n.t('run'));
  } else if (isRemark(diagnostic)) {
    problem.source = l10n.t('judge ({0})', l10n.t('feedback'));
  } else if (diagnostic.code !== null) {
    const link = codeLink(diagnostic);
    const target = link === null ? compileUri(record, diagnostic.messageLine) : Uri.parse(link, true);
    problem.code = { value: sanitizeForUi(diagnostic.code, 80), target };
  } else {
    problem.code = { value: l10n.t('compiler output'), target: compileUri(record, diagnostic.messageLine) };
  }
  problem.tags = tagsOf(diagnostic);
  moveProblem(problem, record, file, diagnostic);
  return problem;
}

/** Updates the positions of a Problem and its notes. Returns whether any of them changed. */
export function moveProblem(
  problem: Diagnostic,
  record: KnownRecord,
  { file, positions }: FileDiagnostics,
  diagnostic: CompilerDiagnostic,
): boolean {
  const { line, start, end, outdated } = positions.where(diagnostic);
  const words = wordsOf(diagnostic);
  const range = new Range(line, start, line, end);
  const message = outdated ? l10n.t('{0} (from an older version of this file)', words) : words;
  const notes = diagnostic.related.slice(0, 50).map((note) => {
    const at = positions.find(note);
    const location = at
      ? new Location(file, new Range(at.line, at.start, at.line, at.end))
      : compileLocation(record, Math.max(0, diagnostic.messageLine));
    return new DiagnosticRelatedInformation(location, plainLines(note.message, MAX_MESSAGE_LENGTH));
  });
  if (
    message === problem.message &&
    range.isEqual(problem.range) &&
    notes.every(({ location }, index) =>
      isSameLocation(location, problem.relatedInformation?.[index]?.location),
    )
  )
    return false;
  problem.range = range;
  problem.message = message;
  problem.relatedInformation = notes;
  return true;
}

function isSameLocation(a: Location, b: Location | undefined): boolean {
  // notes are in the program or in the compiler output, which have different schemes
  return b !== undefined && a.range.isEqual(b.range) && a.uri.scheme === b.uri.scheme;
}

/**
 * Returns the message of a Problem. VS Code rejects empty messages, and the compiler's message may contain no visible
 * characters.
 */
function wordsOf(diagnostic: CompilerDiagnostic): string {
  const words = plainLines(diagnostic.message, MAX_MESSAGE_LENGTH);
  if (isRuntimeError(diagnostic)) return joined(': ', casesWords(diagnostic), words);
  if (isRemark(diagnostic)) return joined(': ', sanitizeForUi(diagnostic.author ?? '', 80), words);
  return words || l10n.t('compiler output');
}

/** Returns `case 3` or `cases 3, 4, 7…`. */
function casesWords({ cases }: RuntimeError): string {
  const named = cases.slice(0, MAX_NAMED_CASES);
  const list = named.join(', ') + (cases.length > MAX_NAMED_CASES ? '…' : '');
  return cases.length === 1 ? l10n.t('case {0}', list) : l10n.t('cases {0}', list);
}

function tagsOf({ code, message }: CompilerDiagnostic): DiagnosticTag[] {
  const tags: DiagnosticTag[] = [];
  if (/unused|dead_code|unreachable/i.test(code ?? '') || /^unused /i.test(message))
    tags.push(DiagnosticTag.Unnecessary);
  if (/deprecat/i.test(code ?? '')) tags.push(DiagnosticTag.Deprecated);
  return tags;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

export function severityOf({ severity }: CompilerDiagnostic): DiagnosticSeverity {
  return severities[severity];
}

/** Returns the minimum severity of displayed diagnostics, from the value of the setting. */
export function leastSeverity(name: 'error' | 'warning' | 'information' | 'hint'): DiagnosticSeverity {
  return name === 'hint' ? DiagnosticSeverity.Hint : severities[name];
}

/**
 * Returns the URL of the documentation for a code, from our own table, because links in the output aren't trusted.
 * Null: none, so a link opens the compiler output instead.
 */
export function codeLink({ toolchain, code }: Pick<CompilerDiagnostic, 'toolchain' | 'code'>): string | null {
  if (code === null || !/^[\w+=-]+$/.test(code)) return null;
  switch (toolchain) {
    case 'gcc':
      return gccLink(code);
    case 'clang': {
      const warning = /^-W(?:error=)?([\w+-]+)/.exec(code)?.[1];
      return warning
        ? `https://clang.llvm.org/docs/DiagnosticsReference.html#w${encodeURIComponent(warning.toLowerCase())}`
        : null;
    }
    case 'rustc':
      return /^E\d{4}$/.test(code) ? `https://doc.rust-lang.org/error_codes/${code}.html` : null;
    default:
      return null;
  }
}

const gccPages = 'https://gcc.gnu.org/onlinedocs/gcc';

/**
 * Returns the URL of a GCC option's documentation. The documentation omits the value: `-Wformat=2` is described as
 * `-Wformat`. A few groups of options have their own pages.
 */
function gccLink(code: string): string | null {
  const option = /^-([Wf][\w+-]+)/.exec(code)?.[1]?.replace(/^Werror$/, '');
  if (!option) return null;
  const page = option.startsWith('Wanalyzer-')
    ? 'Static-Analyzer-Options.html'
    : option.startsWith('f')
      ? 'C_002b_002b-Dialect-Options.html'
      : 'Warning-Options.html';
  return `${gccPages}/${page}#index-${option.replace(/\+/g, '_002b')}`;
}
