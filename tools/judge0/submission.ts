import { statuses, type Judge0Language } from './catalog';
import { limitNames, type LimitName } from './config';

/** The result of a run. */
export interface Outcome {
  status: number;
  stdout: Buffer | null;
  stderr: Buffer | null;
  compile_output: Buffer | null;
  message: Buffer | null;
  /** Seconds. */
  time: number | null;
  wall_time: number | null;
  /** KB. */
  memory: number | null;
  exit_code: number | null;
  exit_signal: number | null;
}

/** A program that is run on one input. */
export interface Judge0Submission extends Outcome {
  readonly token: string;
  readonly language: Judge0Language;
  readonly source_code: Buffer;
  readonly stdin: Buffer | null;
  readonly expected_output: Buffer | null;
  readonly compiler_options: string | null;
  /** ZIP archive with further files; null: none. */
  readonly additional_files: Buffer | null;
  readonly callback_url: string | null;
  readonly limits: Readonly<Record<LimitName, number>>;
  readonly created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export const nothing = {
  stdout: null,
  stderr: null,
  compile_output: null,
  message: null,
  time: null,
  wall_time: null,
  memory: null,
  exit_code: null,
  exit_signal: null,
} as const;

export const queued: Outcome = { status: 1, ...nothing };

/** Fields of a response if the request doesn't list any, and of callbacks. */
export const defaultFields = [
  ...['token', 'time', 'memory', 'stdout', 'stderr', 'compile_output', 'message', 'status'],
] as const;

/** Error if the request excludes Base64, but the text isn't UTF-8. */
export class NotUtf8 extends Error {}

/** Every field that can be requested. */
const fieldNames: readonly string[] = [
  ...['token', 'source_code', 'language_id', 'language', 'stdin', 'expected_output', 'stdout', 'stderr'],
  ...['status_id', 'status', 'compile_output', 'message', 'time', 'wall_time', 'memory', 'exit_code'],
  ...['exit_signal', 'created_at', 'queued_at', 'started_at', 'finished_at', 'updated_at', 'callback_url'],
  ...['compiler_options', 'command_line_arguments', 'additional_files', ...limitNames],
  ...['enable_per_process_and_thread_time_limit', 'enable_per_process_and_thread_memory_limit'],
  ...['redirect_stderr_to_stdout', 'enable_network', 'queue_host', 'execution_host'],
];

/** Returns the values of all fields. */
function everyField(submission: Judge0Submission): Readonly<Record<string, unknown>> {
  const { limits, language, status, time, wall_time, created_at, started_at, finished_at, ...rest } =
    submission;
  return {
    ...limits,
    ...rest,
    time: decimal(time),
    wall_time: decimal(wall_time),
    status_id: status,
    language_id: language.id,
    status: { id: status, description: statuses.get(status) ?? '' },
    language: { id: language.id, name: language.name },
    created_at,
    started_at,
    finished_at,
    queued_at: created_at,
    updated_at: finished_at ?? created_at,
    enable_per_process_and_thread_time_limit: false,
    enable_network: false,
    enable_per_process_and_thread_memory_limit: false,
    redirect_stderr_to_stdout: false,
    command_line_arguments: null,
    queue_host: null,
    execution_host: null,
  };
}

/** Returns the fields that the parameter `fields` lists, or those among them that don't exist. */
export function requestedFields(
  parameter: string | null,
): { readonly names: readonly string[] } | { readonly invalid: readonly string[] } {
  const names = (parameter ?? '').split(',').filter((name) => name !== '');
  const invalid = names.filter((name) => name !== '*' && !fieldNames.includes(name));
  if (invalid.length > 0) return { invalid };
  if (names.includes('*')) return { names: fieldNames };
  return { names: names.length > 0 ? names : defaultFields };
}

/** Returns the values of these fields in the form in which they are sent. Throws `NotUtf8`. */
export function fieldsOf(
  submission: Judge0Submission,
  names: readonly string[],
  base64: boolean,
): Record<string, unknown> {
  const all = everyField(submission);
  return Object.fromEntries(
    names.map((name) => {
      const value = all[name] ?? null;
      return [name, Buffer.isBuffer(value) ? encoded(value, base64) : value];
    }),
  );
}

/** Encodes text. As in Ruby, Base64 has lines of 60 characters. Throws `NotUtf8`. */
function encoded(text: Buffer, base64: boolean): string {
  if (base64) return text.toString('base64').replace(/.{1,60}/g, '$&\n');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new NotUtf8();
  }
}

/** Formats seconds as text: `"0.002"`, `"1.0"`. */
function decimal(seconds: number | null): string | null {
  if (seconds === null) return null;
  return Number.isInteger(seconds) ? `${seconds}.0` : String(seconds);
}
