// A contest with 150 windows at a DOMjudge, and smaller ones under other conditions, on a fake clock: how many requests the
// judge gets, and how soon the rows show the verdicts.
import { simulateContest, simulateIdle, simulateJury, type Scenario } from './contest/simulate';
import { runAlone, type Row } from './row';

const NORMAL: Scenario = {
  windows: 150,
  hours: 5,
  submissions: 20,
  isFocused: true,
  opensAndFollows: false,
  roundTrip: 60,
  hosts: 12,
};

/** A third of the windows and of the judgehosts, so that a submission waits as long. */
const SMALL: Scenario = { ...NORMAL, windows: 50, hosts: 4 };

const MAX_REQUESTS = 9;
const MAX_WITH_PAGES = 12;
const MAX_PER_SECOND = 40;
const MAX_MEDIAN_S = 1.7;
const MAX_DELAY_S = 3.2;
const MAX_SLOW_DELAY_S = 16;
const MAX_OVERLOADED_PER_SECOND = 15;
const MAX_JURY_CHARACTERS = 2_000;
const MAX_IDLE_PER_MINUTE = 2;
const MAX_IDLE_IN_MINUTE = 2;
/** the start of the contest, with the two requests for the problems that the user looks at */
const MAX_IDLE_AT_START = 4;
/** the end of the contest, which is requested at once */
const MAX_IDLE_AT_END = 3;

export async function measure(): Promise<readonly Row[]> {
  return [
    ...(await rowsOf('focused', NORMAL, MAX_REQUESTS)),
    ...(await rowsOf('unfocused', { ...SMALL, isFocused: false }, MAX_REQUESTS)),
    ...(await rowsOf('with pages and lists', { ...SMALL, opensAndFollows: true }, MAX_WITH_PAGES)),
    ...(await slowRows()),
    ...(await overloadedRows()),
    ...(await juryRows()),
    ...(await idleRows()),
  ];
}

async function rowsOf(name: string, scenario: Scenario, maximum: number): Promise<readonly Row[]> {
  const { perSubmission, delay50, delay99, peak, submitted, lost } = await simulateContest(scenario, 1);
  return [
    {
      measure: `${name}: requests per submission`,
      headline: `requests per submission, ${scenario.windows} windows, ${name}`,
      ours: perSubmission.toFixed(1),
      peer: '',
      budget: `≤ ${maximum}`,
      met: perSubmission <= maximum,
    },
    seconds(`${name}: verdict → row, median`, delay50, MAX_MEDIAN_S),
    {
      ...seconds(`${name}: verdict → row, p99`, delay99, MAX_DELAY_S),
      headline: `verdict → row (p99), ${scenario.windows} windows, ${name}`,
    },
    // the limit is that of 150 windows
    ...(scenario.windows === NORMAL.windows
      ? [count(`${name}: most requests in one second`, peak, MAX_PER_SECOND)]
      : []),
    count(`${name}: results lost of ${submitted}`, lost, 0),
  ];
}

/** Each response takes five seconds. */
async function slowRows(): Promise<readonly Row[]> {
  const scenario = { ...NORMAL, windows: 50, hours: 1, submissions: 5, roundTrip: 5_000 };
  const { delay99, lost } = await simulateContest(scenario, 2);
  return [
    seconds('responses in 5 s: verdict → row, p99', delay99, MAX_SLOW_DELAY_S),
    count('responses in 5 s: results lost', lost, 0),
  ];
}

/** Half of the windows and a single judgehost, so that submissions wait for minutes before the end. */
async function overloadedRows(): Promise<readonly Row[]> {
  const { minutePeak, lost } = await simulateContest({ ...NORMAL, windows: 75, hosts: 1 }, 3);
  return [
    count('overloaded judge: requests per second in any minute', minutePeak, MAX_OVERLOADED_PER_SECOND),
    count('overloaded judge: results lost', lost, 0),
  ];
}

async function juryRows(): Promise<readonly Row[]> {
  const { sent } = await simulateJury(3_000, 4);
  return [
    count(
      'jury: characters per request while two of 3,000 submissions are pending',
      sent,
      MAX_JURY_CHARACTERS,
    ),
  ];
}

/** Following and clarifications while nobody submits. */
async function idleRows(): Promise<readonly Row[]> {
  const { windows } = NORMAL;
  const { perMinute, most, mostAtStart, mostAtEnd, peak } = await simulateIdle(windows, 5);
  return [
    count('nothing submitted: requests of a window per minute', perMinute, MAX_IDLE_PER_MINUTE),
    {
      ...count('nothing submitted: most requests of a window in a minute', most, MAX_IDLE_IN_MINUTE),
      headline: `most requests of a window in a minute while nothing is pending, ${windows} windows`,
    },
    count('nothing submitted: most in a minute at the start', mostAtStart, MAX_IDLE_AT_START),
    count('nothing submitted: most in a minute around the end', mostAtEnd, MAX_IDLE_AT_END),
    count(`nothing submitted: most requests of ${windows} windows in one second`, peak, MAX_PER_SECOND),
  ];
}

function seconds(measured: string, value: number, maximum: number): Row {
  return {
    measure: measured,
    ours: `${(value / 1000).toFixed(2)} s`,
    peer: '',
    budget: `≤ ${maximum} s`,
    met: value <= maximum * 1000,
  };
}

function count(measured: string, value: number, maximum: number): Row {
  return {
    measure: measured,
    ours: value.toFixed(Number.isInteger(value) ? 0 : 1),
    peer: '',
    budget: maximum === 0 ? '0' : `≤ ${maximum}`,
    met: value <= maximum,
  };
}

runAlone(__filename, measure);
