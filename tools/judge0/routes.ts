import type { Fields } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import { statuses, type Judge0Language } from './catalog';
import type { Judge0Config } from './config';
import type { FormErrors } from './form';
import { fieldsOf, NotUtf8, requestedFields, type Judge0Submission } from './submission';

/** The host as what answers for it sees it. */
export interface Judge0Host {
  readonly config: Judge0Config;
  readonly languages: readonly Judge0Language[];
  readonly submissions: ReadonlyMap<string, Judge0Submission>;
  /** Takes a submission, or tells what is wrong with its fields. */
  accept(fields: Fields, base64: boolean): Accepted | { readonly errors: FormErrors };
}

export interface Accepted {
  readonly submission: Judge0Submission;
  readonly done: Promise<void>;
}

/** A request of someone who was let in; `mayManage`: with `X-Auth-User`, too. */
export interface Visit {
  readonly host: Judge0Host;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly fields: Fields;
  readonly mayManage: boolean;
}

const notFound: Reply = { status: 404, body: { status: 404, error: 'Not Found' } };

export async function answerTo(visit: Visit, path: string): Promise<Reply> {
  const [, first = '', second = '', ...rest] = path.split('/');
  if (rest.length > 0) return notFound;
  if (first === 'submissions') return submissions(visit, second);
  if (first === 'languages' && visit.method === 'GET') return languages(visit.host, second);
  if (second !== '') return notFound;
  switch (`${visit.method} ${first}`) {
    case 'POST authenticate':
      return { status: 200 };
    case 'POST authorize':
      return { status: visit.mayManage ? 200 : 403 };
    case 'GET statuses':
      return { status: 200, body: [...statuses].map(([id, description]) => ({ id, description })) };
    case 'GET config_info':
      return { status: 200, body: visit.host.config };
    case 'GET about':
      return { status: 200, body: { version: '1.13.1', homepage: 'https://judge0.com', maintainer: '' } };
    default:
      return notFound;
  }
}

function languages({ languages: list }: Judge0Host, id: string): Reply {
  if (id === '' || id === 'all') {
    const archived = id === 'all' ? { is_archived: false } : {};
    return { status: 200, body: list.map((one) => ({ id: one.id, name: one.name, ...archived })) };
  }
  const found = list.find((one) => String(one.id) === id);
  if (!found) return notFound;
  const { name, source_file, compile_cmd, run_cmd } = found;
  return { status: 200, body: { id: found.id, name, is_archived: false, source_file, compile_cmd, run_cmd } };
}

async function submissions(visit: Visit, token: string): Promise<Reply> {
  switch (`${visit.method} ${token === '' ? 'all' : token === 'batch' ? 'batch' : 'one'}`) {
    case 'POST all':
      return create(visit);
    case 'POST batch':
      return createBatch(visit);
    case 'GET batch':
      return showBatch(visit);
    case 'GET one':
      return showOne(visit, token);
    case 'GET all':
      return visit.mayManage ? showAll(visit) : { status: 403 };
    case 'DELETE one':
      return visit.mayManage ? refused(400, 'delete not allowed') : { status: 403 };
    default:
      return notFound;
  }
}

function refused(status: number, error: string): Reply {
  return { status, body: { error } };
}

function isBase64({ host, query }: Visit): boolean {
  const said = query.get('base64_encoded');
  return host.config.disable_implicit_base64_encoding ? said === 'true' : said !== 'false';
}

async function create(visit: Visit): Promise<Reply> {
  const { host, query, fields } = visit;
  if (host.config.maintenance_mode) return refused(503, 'Judge0 is currently in maintenance.');
  const isWaited = query.get('wait') === 'true';
  if (isWaited && !host.config.enable_wait_result) return refused(400, 'wait not allowed');
  if (isFull(host, 1)) return refused(503, 'queue is full');
  const names = requestedFields(query.get('fields'));
  if ('invalid' in names) return invalidFields(names.invalid);
  const accepted = host.accept(fields, isBase64(visit));
  if ('errors' in accepted) return { status: 422, body: accepted.errors };
  const { submission, done } = accepted;
  if (!isWaited) return { status: 201, body: { token: submission.token } };
  await done;
  return shown(() => fieldsOf(submission, names.names, isBase64(visit)), 'this submission', 201);
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
  const answers = list.map((one) => {
    const accepted = host.accept(typeof one === 'object' ? { ...one } : {}, isBase64(visit));
    return 'errors' in accepted ? accepted.errors : { token: accepted.submission.token };
  });
  return { status: answers.some((one) => 'token' in one) ? 201 : 422, body: answers };
}

/** In the order asked, with null for a token that is not known. */
function showBatch(visit: Visit): Reply {
  const { host, query } = visit;
  if (!host.config.enable_batched_submissions) return noBatches();
  const names = requestedFields(query.get('fields'));
  if ('invalid' in names) return invalidFields(names.invalid);
  const tokens = (query.get('tokens') ?? '').split(',').filter((one) => one !== '');
  const problem = batchProblem(tokens.length, host.config);
  if (problem) return problem;
  const one = (token: string) => {
    const submission = host.submissions.get(token);
    return submission ? fieldsOf(submission, names.names, isBase64(visit)) : null;
  };
  return shown(() => ({ submissions: tokens.map(one) }), 'one or more submissions');
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

function showAll(visit: Visit): Reply {
  const names = requestedFields(visit.query.get('fields'));
  if ('invalid' in names) return invalidFields(names.invalid);
  const all = [...visit.host.submissions.values()];
  const meta = {
    ...{ current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: all.length },
  };
  return shown(
    () => ({ submissions: all.map((one) => fieldsOf(one, names.names, isBase64(visit))), meta }),
    'one or more submissions',
  );
}

function invalidFields(names: readonly string[]): Reply {
  return refused(400, `invalid fields: [${names.join(', ')}]`);
}

function shown(body: () => object, what: string, status = 200): Reply {
  try {
    return { status, body: body() };
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return refused(
      status === 201 ? 201 : 400,
      `some attributes for ${what} cannot be converted to UTF-8, use base64_encoded=true query parameter`,
    );
  }
}
