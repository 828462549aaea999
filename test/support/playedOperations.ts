// What a user does at a judge whose responses a function returns.
import type { ResultAnswer } from '../../src/service/profiles/results';
import { judgeFrom, playedClient, type JudgeSettings, type Reply } from './playedJudge';

/**
 * Fetches a result as the client does, from the judge with these settings. `opened`: also fetches the parts that are only
 * fetched when the user opens the result. `now`: ms since 1970. Throws `ServiceFailed`.
 */
export async function resultFrom(
  settings: JudgeSettings,
  request: { readonly requestId: string; readonly hint?: string | null },
  reply: Reply,
  { opened = false, now = Date.now() }: { readonly opened?: boolean; readonly now?: number } = {},
): Promise<ResultAnswer> {
  const judge = judgeFrom(settings);
  const client = playedClient(judge, reply, () => now);
  const name = { requestId: request.requestId, hint: request.hint ?? null };
  const { fetchOpened } = judge;
  return opened && fetchOpened ? client.ask((http) => fetchOpened(http, name)) : client.result(name);
}
