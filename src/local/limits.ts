/** Maximum time of a compiler, ms of wall time. The first build of a Kotlin or Haskell program is slow. */
export const MAX_COMPILE_MS = 60_000;

/** Maximum time of a command that only checks whether a tool works, ms of wall time. */
export const MAX_PROBE_MS = 10_000;

/** Maximum size of a file that chooses versions of tools, bytes. */
export const MAX_VERSION_FILE_BYTES = 64 * 1024;

/** Maximum number of compilers that are started to list them. */
export const MAX_LISTED_COMPILERS = 20;

/** Maximum size of the compiler output, bytes. The rest is discarded. */
export const MAX_COMPILER_OUTPUT_BYTES = 512 * 1024;

/**
 * Maximum size of a program's output, and of its error output, bytes. A program that writes more is ended. A long
 * expected output allows more.
 */
export const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Time between two checks of the sizes of the outputs if no process supervises the program, ms. */
export const OUTPUT_CHECK_MS = 50;

/** Maximum time of the start of the process that supervises programs, ms. Without it, less is measured. */
export const MAX_SUPERVISOR_START_MS = 5000;

/** Maximum time of a checker, and of an interactor after the program has ended, ms of wall time. */
export const MAX_CHECKER_MS = 10_000;

/** Maximum length of the message of a checker, in UTF-16 units. */
export const MAX_CHECKER_MESSAGE_LENGTH = 1000;

/** Maximum length of the start of a dialog, and of its end, that are stored, in UTF-16 units. */
export const MAX_DIALOG_LENGTH = 4 * 1024;

/** Maximum number of turns at the start of a dialog, and at its end, that are stored. */
export const MAX_DIALOG_TURNS = 100;

/** Maximum total size of the files that are copied for a program, bytes. */
export const MAX_COPIED_BYTES = 64 * 1024 * 1024;

/** Maximum number of files that are copied for a program, and of files that it wrote and that a result lists. */
export const MAX_LISTED_FILES = 20;

/** Age of a working folder that is removed although it may belong to another window, ms. */
export const MIN_WORKING_FOLDER_AGE_MS = 24 * 60 * 60 * 1000;

/** Maximum time to wait for the rest of the output after a program has ended, ms. A child process can keep it open. */
export const LAST_OUTPUT_MS = 500;

/** Number of builds that are kept in the private folder. */
export const MAX_BUILDS = 48;

/** Number of files with the input of a case that are kept in the private folder. */
export const MAX_INPUT_FILES = 50;

/** A newer build isn't removed, because another window may be using it, ms. */
export const MIN_BUILD_AGE_MS = 60 * 60 * 1000;

/** Maximum number of files of a build, and of a program's folder, that are compared before a build is reused. */
export const MAX_COMPARED_FILES = 4000;

/** Maximum size of the file in which a compiler lists what it read, bytes. */
export const MAX_DEPENDENCY_BYTES = 2 * 1024 * 1024;

/** Maximum length of an output that is stored, in UTF-16 units. The whole output is compared before. */
export const MAX_STORED_OUTPUT_LENGTH = 128 * 1024;

/** Maximum total length of the outputs of a run that are stored, in UTF-16 units. */
export const MAX_STORED_RUN_LENGTH = 4 * 1024 * 1024;

/**
 * Duration of the lease of a run, ms: the longest step (compiling, or a case of a minute that uses twice its time limit),
 * the checks of the tools, and `RUN_LEASE_RENEWAL_MS`. After a restart of the computer, a run counts as in progress until
 * its lease has ended.
 */
export const RUN_LEASE_MS = 4 * 60_000;

/** Minimum time between two renewals of the lease of a run, ms. */
export const RUN_LEASE_RENEWAL_MS = 30_000;

/** Length of the end of an error output in which a crash is searched, UTF-16 units. */
export const MAX_READ_ERROR_OUTPUT_LENGTH = 32 * 1024;

/** Maximum length of the reason of a crash, UTF-16 units. */
export const MAX_CRASH_REASON_LENGTH = 80;
