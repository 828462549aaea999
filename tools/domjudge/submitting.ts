import type { Fields, SentFile } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import { filesIn, isArchive } from '../judge0/archive';
import { ApiError } from './errors';
import { hasExtension } from './grading';
import { submissionObject } from './objects';
import {
  hasBegun,
  shownId,
  type DomjudgeContest,
  type DomjudgeSite,
  type DomjudgeUser,
  type SubmittedFile,
} from './site';

/** The body of a POST: fields and files of a form, or JSON with an archive. */
export interface SubmissionForm {
  readonly fields: Fields;
  readonly files: readonly SentFile[];
}

const refused = (message: string) => new ApiError(400, message);

/** Checks a submission in the order of DOMjudge, adds it to the queue, and returns the response. */
export function submit(
  site: DomjudgeSite,
  user: DomjudgeUser,
  contest: DomjudgeContest,
  { fields, files: sent }: SubmissionForm,
): Reply {
  const { oddities, config, version } = site;
  if (!user.roles.includes('team'))
    throw new ApiError(403, 'You need to have the Team Member role to add a submission');
  const { team } = user;
  if (!team) throw refused('User does not belong to a team.');
  const problemId = textIn(fields, 'problem', 'problem_id');
  const languageId = textIn(fields, 'language', 'language_id');
  if (problemId === null || languageId === null) throw refused('Bad Request');
  const teamId = textIn(fields, 'team_id');
  if (teamId !== null && teamId !== shownId(site, team))
    throw refused('Can not submit for a different team.');
  if (textIn(fields, 'time') !== null) throw refused('A team can not assign time.');
  if (textIn(fields, 'id') !== null) throw refused('Passing an ID is not supported for POST.');
  const problem = contest.problems.find((candidate) => shownId(site, candidate) === problemId);
  if (!problem || (version !== '10' && !hasBegun(site, contest) && contest.startsAt === null))
    throw refused(`Problem '${problemId}' not found or not submittable.`);
  const language = site.languages.find(({ id }) => id === languageId);
  if (!language) throw refused(`Language '${languageId}' not found or not submittable.`);
  const entryPoint = textIn(fields, 'entry_point');
  if (oddities.entryPointRequired.includes(language.id) && entryPoint === null)
    throw refused(`${language.entryPointName ?? 'Entry point'} required, but not specified.`);
  const files = sent.length > 0 ? formFiles(sent) : archivedFiles(fields);
  if (files.length === 0) throw refused('No files specified.');

  if (oddities.submissionsLeft <= 0)
    throw new ApiError(429, 'Too Many Requests', { 'Retry-After': String(oddities.retryAfter) });
  if (!hasBegun(site, contest))
    throw new ApiError(403, `The contest is closed, no submissions accepted. [c${contest.number}]`);
  if (!contest.allowsSubmissions) throw refused('Submissions for contest (temporarily) disabled');
  const isAllowed = (allowed: readonly string[] | null): boolean => allowed?.includes(language.id) ?? true;
  if (!isAllowed(contest.languages))
    throw refused(
      version === '10'
        ? `Language '${language.name}' not allowed for contest '${contest.name}'.`
        : `Language '${language.id}' not allowed for contest [c${contest.number}].`,
    );
  if (!isAllowed(problem.languages))
    throw refused(
      version === '10'
        ? `Language '${language.name}' not allowed for problem '${problem.name}'.`
        : `Language '${language.id}' not allowed for problem [p${problem.number}].`,
    );
  if (!team.isEnabled) throw refused(`Team '${shownId(site, team)}' not found in database or not enabled.`);
  if (entryPoint !== null && !/^[\w$.]+$/.test(entryPoint))
    throw refused(`Entry point '${entryPoint}' contains illegal characters.`);
  if (files.length > config.sourcefiles_limit)
    throw refused('Tried to submit more than the allowed number of source files.');
  const names = files.map(({ name }) => name);
  if (new Set(names).size < names.length) throw refused('Duplicate filenames detected.');
  const illegal = names.find((name) => !/^[a-zA-Z0-9_][a-zA-Z0-9+_.-]*$/.test(name));
  if (illegal !== undefined) throw refused(`Illegal filename '${illegal}'.`);
  if (!names.some((name) => hasExtension(name, language.extensions)))
    throw refused(
      `None of the submitted files match any of the allowed extensions for ${language.name} (allowed: ${language.extensions.join(', ')})`,
    );
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  if (size > config.sourcesize_limit * 1024)
    throw refused(`Submission file(s) are larger than ${config.sourcesize_limit} kB.`);

  oddities.submissionsLeft -= 1;
  const submission = site.accept({ contest, problem, team, language, files, entryPoint, at: site.now() });
  const object = submissionObject(site, submission, user);
  switch (oddities.acceptedAs) {
    case 'submission':
      return { status: 200, body: object };
    case 'number':
      return { status: 200, body: submission.number };
    case 'submissionWithoutId':
      return { status: 200, body: { ...object, id: null } };
  }
}

function formFiles(files: readonly SentFile[]): readonly SubmittedFile[] {
  return files.map(({ name, text }) => ({ name, content: Buffer.from(text) }));
}

/** Returns the files of the archive in a JSON body. */
function archivedFiles({ files }: Fields): readonly SubmittedFile[] {
  if (!Array.isArray(files) || files.length === 0) return [];
  const [file] = files as readonly unknown[];
  const data = typeof file === 'object' && file !== null && 'data' in file ? file.data : null;
  const archive = Buffer.from(typeof data === 'string' ? data : '', 'base64');
  if (files.length !== 1 || !isArchive(archive)) throw refused('No valid ZIP archive given.');
  return filesIn(archive);
}

export function textIn(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
