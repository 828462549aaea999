/** Response of `GET /config_info`: limits and permissions of the host. Times are in seconds, sizes in KB. */
export type Judge0Config = ReturnType<typeof usualConfig>;

/** Returns the defaults of Judge0, except for features that most hosts disable. */
export function usualConfig() {
  return {
    maintenance_mode: false,
    enable_wait_result: false,
    enable_compiler_options: true,
    allowed_languages_for_compile_options: [] as readonly string[],
    enable_command_line_arguments: false,
    enable_submission_delete: false,
    enable_callbacks: true,
    callbacks_max_tries: 3,
    callbacks_timeout: 5,
    enable_additional_files: true,
    max_queue_size: 100,
    cpu_time_limit: 5,
    max_cpu_time_limit: 15,
    cpu_extra_time: 1,
    max_cpu_extra_time: 5,
    wall_time_limit: 10,
    max_wall_time_limit: 20,
    memory_limit: 128_000,
    max_memory_limit: 512_000,
    stack_limit: 64_000,
    max_stack_limit: 128_000,
    max_processes_and_or_threads: 60,
    max_max_processes_and_or_threads: 120,
    max_file_size: 1024,
    max_max_file_size: 4096,
    number_of_runs: 1,
    max_number_of_runs: 20,
    redirect_stderr_to_stdout: false,
    enable_batched_submissions: true,
    max_submission_batch_size: 20,
    submission_cache_duration: 1,
    enable_network: false,
    /** False: text is Base64-encoded unless the request sets `base64_encoded=false`. */
    disable_implicit_base64_encoding: true,
  };
}

/**
 * Limits that a submission may set, each up to `max_…`. `least`: minimum value; `isFloat`: whether fractions are
 * allowed.
 */
export const limits = {
  cpu_time_limit: { least: 0, isFloat: true },
  cpu_extra_time: { least: 0, isFloat: true },
  wall_time_limit: { least: 1, isFloat: true },
  memory_limit: { least: 2048, isFloat: false },
  stack_limit: { least: 0, isFloat: false },
  max_processes_and_or_threads: { least: 1, isFloat: false },
  max_file_size: { least: 0, isFloat: false },
  number_of_runs: { least: 1, isFloat: false },
} as const;

export type LimitName = keyof typeof limits;
export const limitNames = Object.keys(limits) as LimitName[];

/** Behavior of the host that isn't part of its configuration. */
export interface Oddities {
  /** Whether the host rejects the client's IP address (403). */
  forbidden: boolean;
  /** The sandbox's failure: an internal error (13) or an exec format error (14); null: none. */
  boxError: { readonly status: 13 | 14; readonly message: string } | null;
  /** Whether compilers exceed their time limit. */
  compilationTimesOut: boolean;
  /**
   * Whether a signal is reported as a shell's exit code, 128 plus the signal, as on hosts that run programs in a
   * script (since 1.4).
   */
  signalsByShell: boolean;
}

export function noOddities(): Oddities {
  return { forbidden: false, boxError: null, compilationTimesOut: false, signalsByShell: true };
}
