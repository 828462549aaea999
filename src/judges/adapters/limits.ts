const MEBIBYTE = 1024 * 1024;

/** Maximum sizes of a response after decompression, bytes. */
export const bodyLimits = {
  /** one record, or a list of recent submissions */
  usual: 16 * MEBIBYTE,
  /** all submissions of a contest, or the inputs and outputs of all cases */
  long: 32 * MEBIBYTE,
  /** an envelope, whose compiler output alone can have 16 Mi characters, or the outputs of 20 programs in base64 */
  longest: 64 * MEBIBYTE,
} as const;

/**
 * Maximum total length of all texts of a result, in UTF-16 units. Leaves room for escaping, so the result can always be
 * encoded.
 */
export const MAX_RESULT_TEXT_LENGTH = 64 * 1024 * 1024;

/** Maximum length of a text that is read by a configured path, in UTF-16 units. */
export const MAX_DESCRIBED_TEXT_LENGTH = 1024 * 1024;

/** Maximum length of the judge’s error message, in UTF-16 units. */
export const MAX_ERROR_MESSAGE_LENGTH = 1000;

/** Number of the newest submissions on Codeforces that are searched for the wanted one. */
export const CODEFORCES_LISTED_SUBMISSIONS = 100;

/** Age of a submission to Codeforces after which its contest has certainly ended. Rounds take hours, marathons two weeks. */
export const CODEFORCES_LONGEST_CONTEST_MS = 30 * 86_400_000;

/** Number of older submissions on Codeforces that are searched if the source code of one of them is wanted. */
export const CODEFORCES_OLDER_SUBMISSIONS = 1000;

/** Maximum length of a statement that DOMjudge has as a text, in UTF-16 units. */
export const MAX_CLICS_STATEMENT_LENGTH = 1_000_000;

/** Maximum number of recent submissions to a CLICS contest that are listed. */
export const MAX_CLICS_SUBMISSIONS = 50;

/** Maximum length of a request path with submission IDs, characters. nginx rejects request lines of 8 KiB. */
export const MAX_CLICS_PATH_LENGTH = 6_000;

/** Maximum number of other contests in which an unknown submission is looked up. Each needs a request. */
export const MAX_CLICS_CONTESTS = 10;

/** How long a contest is reused, ms. */
export const CLICS_CONTEST_VALID_MS = 10 * 60_000;

/** How long the problems of a contest that has begun are reused, ms. */
export const CLICS_PROBLEMS_VALID_MS = 30 * 60_000;

/** How long the complete lists of a jury are reused, ms. */
export const CLICS_JURY_LISTS_VALID_MS = 5 * 60_000;

/** Approximate size of a submission and its judgement in the complete lists of DOMjudge, bytes. */
export const CLICS_LISTED_BYTES = 600;

/** Number of submissions of all teams on a page of a jury's list. */
export const CLICS_JURY_PAGE_SIZE = 200;

/** Maximum number of characters of a team's name that are kept. */
export const CLICS_TEAM_NAME_LENGTH = 200;

/** How long a submission is reused, ms. Only the jury can change it. */
export const CLICS_SUBMISSION_VALID_MS = 60_000;

/** How long a DOMjudge site's settings are reused, ms. */
export const CLICS_CONFIGURATION_VALID_MS = 60 * 60_000;

/** How long after the end of an evaluation a result waits for the page of a busy site, ms. */
export const CLICS_PAGE_WAIT_MS = 2 * 60_000;

/** Maximum number of a teacher's remarks about a run on omegaUp that are shown. */
export const MAX_OMEGAUP_FEEDBACK = 100;

/** Maximum number of characters of a line with a remark on omegaUp that are stored to find the line in the file. */
export const MAX_OMEGAUP_REMARK_LINE_LENGTH = 500;

/** Maximum size of all outputs of a run on omegaUp, bytes. Larger ones aren't shown. */
export const MAX_OMEGAUP_OUTPUTS_BYTES = 4 * 1024 * 1024;

/** Maximum number of recent runs on omegaUp that are listed. */
export const MAX_OMEGAUP_SUBMISSIONS = 50;

/** Maximum number of running contests on omegaUp whose problems are offered. Each needs a request. */
export const MAX_OMEGAUP_CONTESTS = 5;

/** How long the contests and their problems on omegaUp are reused, ms. */
export const OMEGAUP_CONTEST_VALID_MS = 5 * 60_000;

/** How long the refusal to list the problems of a contest on omegaUp is reused, ms. The user can open it at any time. */
export const OMEGAUP_REFUSAL_VALID_MS = 10_000;

/** Maximum number of files in an archive with samples. The archive of a contest contains the samples of all problems. */
export const MAX_SAMPLE_ARCHIVE_FILES = 5_000;

/** Maximum size of the samples of a problem in an archive, bytes. From larger archives, no sample is read. */
export const MAX_SAMPLE_ARCHIVE_BYTES = 16 * MEBIBYTE;

/** Maximum number of samples in separate files that are requested for a problem. */
export const MAX_SAMPLE_REQUESTS = 20;

/** Size at which DOMjudge cuts the compiler’s output, bytes. */
export const MAX_CLICS_COMPILER_OUTPUT_BYTES = 50_000;

/** Maximum number of characters of a contest's warning that are kept. */
export const CLICS_WARNING_LENGTH = 500;

/** Maximum number of recent ejudge runs that are listed. */
export const MAX_EJUDGE_RUNS = 50;

/** How long the names of an ejudge contest's problems and compilers are reused, ms. */
export const EJUDGE_CONTEST_VALID_MS = 5 * 60_000;

/** How long the highest possible score of an ejudge problem is reused, ms. */
export const EJUDGE_FULL_SCORE_VALID_MS = 60 * 60_000;

/** Maximum number of problems of an ejudge list whose highest scores are fetched. Each needs one request. */
export const MAX_EJUDGE_SCORED_PROBLEMS = 30;

/** Maximum number of samples that are read from a statement of ejudge. */
export const MAX_EJUDGE_SAMPLES = 50;

/** Maximum length of a statement of ejudge, in UTF-16 units. */
export const MAX_EJUDGE_STATEMENT_LENGTH = 1_000_000;

/** Maximum size of each text of an ejudge test. */
export const MAX_EJUDGE_TEST_BYTES = 65_536;

/** Maximum size of a program on CSES, bytes. */
export const MAX_CSES_PROGRAM_BYTES = 128 * 1024;

/**
 * Maximum number of contests whose records are listed on Hydro. Each needs one request, or three if its list is
 * hidden.
 */
export const MAX_HYDRO_CONTESTS = 3;

/**
 * Number of records below which a page of a Hydro list is the last one. Lower than the default page size of 20, because
 * sites can change it.
 */
export const MIN_HYDRO_PAGE = 10;

/**
 * How long after a contest its submissions are still listed on Hydro. A window may not get the focus until the next
 * day.
 */
export const HYDRO_AFTER_CONTEST_MS = 24 * 3_600_000;

/**
 * Maximum length of a case's message on Hydro, in UTF-16 units. The message of a self-test is the whole output of the
 * program.
 */
export const MAX_HYDRO_MESSAGE_LENGTH = 64 * 1024;

/** Maximum total length of the expected outputs of a run on Hydro, in UTF-16 units. All hints are kept in memory. */
export const MAX_HYDRO_EXPECTED_LENGTH = 12_000;

/** Maximum length of a statement on Hydro, in UTF-16 units. */
export const MAX_HYDRO_STATEMENT_LENGTH = 1_000_000;

/** Maximum number of pages of a list of submissions that are requested on Eolymp to find the pending ones. */
export const MAX_EOLYMP_PAGES = 3;

/** Maximum number of elements that are open at the same time in an HTML page. */
export const MAX_HTML_DEPTH = 100;

/** Maximum number of tags of an HTML page. Each tag adds at most two elements or texts. */
export const MAX_HTML_NODES = 200_000;

/** Maximum length of an attribute of an HTML page, in UTF-16 units. The rest is ignored. */
export const MAX_HTML_ATTRIBUTE = 2_000;

/** Maximum number of tasks of a CMS contest whose submissions are listed. Each needs one request. */
export const MAX_CMS_TASKS = 30;

/** Maximum number of languages that are read from the front page of a CMS contest. */
export const MAX_CMS_LANGUAGES = 200;

/** Number of a task’s newest submissions on CMS that are listed as recent ones. */
export const MAX_CMS_RECENT_SUBMISSIONS = 20;

/** Number of submissions on a page of a CMS task’s list. Each needs one request for its status. */
export const CMS_LIST_PAGE = 10;

/** Minimum time between two lists of all submissions to a CMS contest, because each task needs its own request. */
export const CMS_LIST_INTERVAL_MS = 60_000;

/** Maximum length of a case’s message on CMS, in UTF-16 units. */
export const MAX_CMS_MESSAGE_LENGTH = 2_000;

/** Maximum number of characters of a `.kattisrc` that are read. */
export const MAX_KATTISRC = 10_000;

/** Maximum length of each text of the judge or its checker about a case on DMOJ, in UTF-16 units. */
export const MAX_DMOJ_FEEDBACK_LENGTH = 2_000;

/** How long the user’s name on a DMOJ site is reused, ms. Each page contains it. */
export const DMOJ_NAME_VALID_MS = 60 * 60_000;

/** How long the page with the form of a DMOJ problem is reused, ms: from the choices of the user to the submission. */
export const DMOJ_FORM_VALID_MS = 2 * 60_000;

/** How long the data of a DMOJ contest is reused, ms. */
export const DMOJ_CONTEST_VALID_MS = 5 * 60_000;

/** Maximum number of samples of a problem that are read by configured paths. */
export const MAX_DESCRIBED_SAMPLES = 50;

/** Maximum number of problems of a list that are read by configured paths. */
export const MAX_DESCRIBED_PROBLEMS = 500;

/** Maximum number of contests of a described judge whose submissions are listed. Each needs one request. */
export const MAX_DESCRIBED_CONTESTS = 3;

/** How long the title and the times of a contest of a described judge are reused, ms. */
export const DESCRIBED_CONTEST_VALID_MS = 5 * 60_000;

/** How long the title and the points of a DMOJ problem are reused, ms. */
export const DMOJ_PROBLEM_VALID_MS = 24 * 3_600_000;

/** Maximum number of problems, and of contests, whose points are requested for a list of the API of DMOJ. */
export const MAX_DMOJ_LISTED_PROBLEMS = 30;

/** Maximum number of clarifications of a contest that are read, newest first. */
export const MAX_CLARIFICATIONS = 500;

/** Maximum number of characters of a clarification that are kept. */
export const MAX_CLARIFICATION_LENGTH = 10_000;

/** Maximum number of characters of a question to the jury. DOMjudge has no limit. */
export const CLICS_QUESTION_LENGTH = 5_000;

/** Maximum number of characters of a question that omegaUp accepts. */
export const OMEGAUP_QUESTION_LENGTH = 200;
