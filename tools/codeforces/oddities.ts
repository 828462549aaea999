/** What the site does on demand. */
export interface Oddities {
  /** ms between two requests; one that comes earlier is told that the call limit is exceeded. 0: no limit */
  callInterval: number;
  /** the HTTP status of that */
  callLimitStatus: 200 | 400 | 503;
  /** the HTTP status of its bot check’s page, which then answers everything; null: no check */
  botCheck: 200 | 403 | 503 | null;
  /** a contest is under way: programs are judged on its pretests only */
  contestIsRunning: boolean;
}

export function usualOddities(): Oddities {
  return { callInterval: 2000, callLimitStatus: 400, botCheck: null, contestIsRunning: false };
}
