import type { Fields } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import type { Judge0Language } from './catalog';
import type { Judge0Config } from './config';
import type { FormErrors } from './form';
import { fieldsOf, NotUtf8, requestedFields, type Judge0Submission } from './submission';

/** The part of the stand-in that the request handlers use. */
export interface Judge0Host {
  readonly config: Judge0Config;
  readonly languages: readonly Judge0Language[];
  readonly submissions: ReadonlyMap<string, Judge0Submission>;
  /** Accepts a submission, or returns the errors of its fields. */
  accept(fields: Fields, base64: boolean): Accepted | { readonly errors: FormErrors };
}

export interface Accepted {
  readonly submission: Judge0Submission;
  readonly done: Promise<void>;
}

/** An authorized request. */
export interface Visit {
  readonly host: Judge0Host;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly fields: Fields;
}

const notFound: Reply = { status: 404, body: { status: 404, error: 'Not Found' } };

export function answerTo(visit: Visit, path: string): Reply {
  const [, first = '', second = '', ...rest] = path.split('/');
  if (rest.length > 0) return notFound;
  if (first === 'submissions') return submissions(visit, second);
  if (second !== '') return notFound;
  switch (`${visit.method} ${first}`) {
    case 'POST authenticate':
      return { status: 200 };
    case 'GET languages':
      return { status: 200, body: visit.host.languages.map(({ id, name }) => ({ id, name })) };
    case 'GET config_info':
      return { status: 200, body: visit.host.config };
    default:
      return notFound;
  }
}

function submissions(visit: Visit, token: string): Reply {
  switch (`${visit.method} ${token === '' ? 'all' : token === 'batch' ? 'batch' : 'one'}`) {
    case 'POST all':
      return create(visit);
    case 'POST batch':
      return createBatch(visit);
    case 'GET batch':
      return showBatch(visit);
    case 'GET one':
      return showOne(visit, token);
    default:
      return notFound;
  }
}

function refused(status: number, error: string): Reply {
  return { status, body: { error } };
}

function isBase64({ host, query }: Visit): boolean {
  const parameter = query.get('base64_encoded');
  return host.config.disable_implicit_base64_encoding ? parameter === 'true' : parameter !== 'false';
}

function create(visit: Visit): Reply {
  const { host, query, fields } = visit;
  if (host.config.maintenance_mode) return refused(503, 'Judge0 is currently in maintenance.');
  if (query.get('wait') === 'true') return refused(400, 'wait not allowed');
  if (isFull(host, 1)) return refused(503, 'queue is full');
  const accepted = host.accept(fields, isBase64(visit));
  return 'errors' in accepted
    ? { status: 422, body: accepted.errors }
    : { status: 201, body: { token: accepted.submission.token } };
}

function isFull({ config, submissions: all }: Judge0Host, more: number): boolean {
  const waiting = [...all.values()].filter(({ status }) => status === 1).length;
  return waiting + more > config.max_queue_size;
}

function createBatch(visit: Visit): Reply {
  const { host, fields } = visit;
  if (!host.config.enable_batched_submissions) return noBatches();
  const list = Array.isArray(fields['submissions']) ? (fields['submissions'] as unknown[]) : [];
  if (isFull(host, list.length)) return refused(503, 'queue is full');
  const problem = batchProblem(list.length, host.config);
  if (problem) return problem;
  const answers = list.map((item) => {
    const accepted = host.accept(typeof item === 'object' ? { ...item } : {}, isBase64(visit));
    return 'errors' in accepted ? accepted.errors : { token: accepted.submission.token };
  });
  return { status: answers.some((item) => 'token' in item) ? 201 : 422, body: answers };
}

/** Returns the requested submissions in the order of the request, with null for each unknown token. */
function showBatch(visit: Visit): Reply {
  const { host, query } = visit;
  if (!host.config.enable_batched_submissions) return noBatches();
  const names = requestedFields(query.get('fields'));
  if ('invalid' in names) return invalidFields(names.invalid);
  const tokens = (query.get('tokens') ?? '').split(',').filter((token) => token !== '');
  const problem = batchProblem(tokens.length, host.config);
  if (problem) return problem;
  const fieldsOfToken = (token: string) => {
    const submission = host.submissions.get(token);
    return submission ? fieldsOf(submission, names.names, isBase64(visit)) : null;
  };
  return shown(() => ({ submissions: tokens.map(fieldsOfToken) }), 'one or more submissions');
}

function noBatches(): Reply {
  return refused(400, 'batched submissions are not allowed');
}

function batchProblem(length: number, { max_submission_batch_size: most }: Judge0Config): Reply | null {
  if (length === 0) return refused(400, 'there should be at least one submission in a batch');
  if (length <= most) return null;
  return refused(400, `number of submissions in a batch should be less than or equal to ${most}`);
}

function showOne(visit: Visit, token: string): Reply {
  const names = requestedFields(visit.query.get('fields'));
  if ('invalid' in names) return invalidFields(names.invalid);
  const submission = visit.host.submissions.get(token);
  if (!submission) return notFound;
  return shown(() => fieldsOf(submission, names.names, isBase64(visit)), 'this submission');
}

function invalidFields(names: readonly string[]): Reply {
  return refused(400, `invalid fields: [${names.join(', ')}]`);
}

function shown(body: () => object, what: string): Reply {
  try {
    return { status: 200, body: body() };
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return refused(
      400,
      `some attributes for ${what} cannot be converted to UTF-8, use base64_encoded=true query parameter`,
    );
  }
}
