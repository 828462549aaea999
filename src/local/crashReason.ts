import { baseName } from '../base/paths';
import { parseCompilerOutput, readsCrashes, type CompilerDiagnostic } from '../compiler';
import { MAX_CRASH_REASON_LENGTH, MAX_READ_ERROR_OUTPUT_LENGTH } from './limits';

export interface Crash {
  /** exception or message, without details: `EOFError`, `index out of bounds` */
  readonly reason: string;
  /** 1-based line of the innermost call in the program; null: unknown */
  readonly line: number | null;
}

/**
 * Finds the exception, panic, or failed assertion that ended a program. Only reads the end of the error output. `file`:
 * path or name of the program. Null: there is none
 */
export function findCrash(errorOutput: string, file: string): Crash | null {
  const end = errorOutput.slice(-MAX_READ_ERROR_OUTPUT_LENGTH);
  const error = parseCompilerOutput(end).findLast(
    ({ severity, toolchain }) => severity === 'error' && readsCrashes(toolchain),
  );
  if (error) return { reason: reasonIn(error.message), line: lineInProgram(error, baseName(file)) };
  const [, exception] = terminated.exec(end) ?? [];
  return exception === undefined ? null : { reason: shortened(exception), line: null };
}

/** An exception that no C++ code catches. The runtime libraries print no position. */
const terminated =
  /^(?:terminate called after throwing an instance of '|.{0,40}terminating due to uncaught exception of type )([^'\n]{1,200}?)(?:'|: |$)/m;

/** Words of the runtime before the reason. */
const introduction = /^(?:panic|fatal error|runtime error|Unhandled exception|\w{1,40}Sanitizer)[:.] /;

const qualifiedName = /^[\w$]{1,200}(?:\.[\w$]{1,200}){0,20}$/;

/** Exceptions that are meaningless without their message. */
const generalNames = new Set(['Error', 'Exception', 'RuntimeError', 'RuntimeException', 'error']);

/** Returns the name of the exception, or else the first part of the message. */
function reasonIn(message: string): string {
  let [line = ''] = message.split('\n', 1);
  while (introduction.test(line)) line = line.replace(introduction, '');
  if (/^assertion /i.test(line)) return shortened(line.replace(/\.$/, ''));
  const [first = '', ...details] = line.split(': ');
  const name = qualifiedName.test(first) ? first.slice(first.lastIndexOf('.') + 1) : first;
  return shortened(generalNames.has(name) ? [name, ...details].join(': ') : name);
}

function shortened(text: string): string {
  const trimmed = text.trim();
  const isLong = trimmed.length > MAX_CRASH_REASON_LENGTH;
  return isLong ? `${trimmed.slice(0, MAX_CRASH_REASON_LENGTH - 1)}…` : trimmed;
}

/** Returns the line of the innermost call in the program; null: the error has none. */
function lineInProgram({ toolchain, file, line, related }: CompilerDiagnostic, name: string): number | null {
  // Python prints the outermost call first
  const callers = toolchain === 'python' ? related.toReversed() : related;
  const own = [{ file, line }, ...callers].find((at) => at.file !== null && baseName(at.file) === name);
  return own?.line ?? null;
}
