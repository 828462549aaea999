import type { JudgeHttp, Session } from '../../adapter';
import type { Account } from '../../signIn/authentication';
import { objectOf, textOf } from '../shared/jsonValues';
import { refusal, throwIf } from '../shared/refusals';
import { bodyOf, readObject } from '../shared/responseBody';
import { isCmsPage, isContestClosed, missingApi, refusalIn, stateAfter } from './refusals';
import { contestOfEntry, fetchStart } from './contest';
import { tasksRequest } from './tasks';

const HEADER = 'X-CMS-Authorization';

/** Value of `login_data` if the contest recognizes computers by their IP address and requires no header. */
const BY_ADDRESS = 'Already-Logged-In';

/**
 * Headers of a submission. If the header has no value, CMS rejects a POST as a cross-site request, even from a computer
 * that it recognizes by its IP address. The value of the session, if there is one, replaces this value.
 */
export const SUBMISSION_HEADERS = { [HEADER]: BY_ADDRESS };

/** Signs in with user name and password. The value of the header expires, so both are saved and sent again. */
export const session: Session = {
  async open(http, secret) {
    const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(secret) ?? [];
    const answer = await http.send({ method: 'POST', path: '/api/login', form: { username, password } });
    // 400: CMS recognized the computer as that of another user
    if ([400, 401, 403].includes(answer.status) && bodyOf(answer) !== undefined) {
      const message = textOf(objectOf(bodyOf(answer)).error);
      throw refusal(answer, { status: 401, message });
    }
    // the front page of a server with several contests rejects the request as a cross-site request
    if (answer.status === 404 || answer.status === 403) throwIf(await missingApi(http, answer));
    throwIf(refusalIn(answer));
    const data = readObject(answer).text('login_data') ?? '';
    return /^[\x21-\x7e]{1,4096}$/.test(data) ? data : BY_ADDRESS;
  },

  headers(value): Readonly<Record<string, string>> {
    return value === BY_ADDRESS ? {} : { [HEADER]: value };
  },

  stateAfter,
};

/**
 * Checks the credentials: the client signs in with them before it sends this request. Accepts the responses of a closed
 * contest, because they don't concern the user: a page, or 403. Returns the contest if it is a future one.
 */
export async function checkAccount(http: JudgeHttp, baseUrl: string): Promise<Account> {
  const answer = await http.send(tasksRequest);
  if (answer.status === 404) throwIf(await missingApi(http, answer));
  if (!isContestClosed(answer)) throwIf(refusalIn(answer));
  if (answer.status < 400 && !isCmsPage(answer)) readObject(answer);
  const startsAt = await fetchStart(http, answer);
  return startsAt === null
    ? { name: null }
    : { name: null, contest: { ...contestOfEntry(baseUrl), startsAt } };
}
