import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Case } from '../../../../../src/results';
import type { PlayedAnswer, Reply } from '../../../../support/playedJudge';
import { resultFrom } from '../../../../support/profiles';

const folder = path.join('test', 'fixtures', 'services', 'cms');
const settings = { type: 'cms', url: 'https://cms.example.org/contest' };

/** A result of a real server, and what its page shows. */
interface Row {
  readonly task: string;
  /** Verdict, score, and the highest possible score; `-` if there is none. */
  readonly expected: string;
  /** Number, verdict, time in ms, and memory in KiB of each case; of each subtask before its cases: `[1 AC 40/40]`. */
  readonly cases: string;
  /** Beginning of the compiler output; absent: none. */
  readonly output?: string;
  readonly language?: string;
}

const wholeGroups = '[0 AC 0/0] 1 AC - - [1 AC 40/40] 1 AC - - 2 AC - -';

const rows: Readonly<Record<string, Row>> = {
  'sum-half': { task: 'sum', expected: 'PART 50/100', cases: '1 AC 2 512 2 AC 2 256 3 WA 1 256 4 WA 1 256' },
  'sum-tle': {
    task: 'sum',
    expected: 'PART 50/100',
    cases: '1 AC 2 500 2 AC 2 256 3 TLE 1067 256 4 TLE 1063 256',
    output: 'sum.cpp: In function ‘int main()’:\nsum.cpp:6:92: warning: ‘++’ expression',
  },
  'sum-mle': {
    task: 'sum',
    expected: 'PART 50/100',
    cases: '1 AC 1 496 2 AC 2 512 3 MLE 316 262144 4 MLE 865 262144',
  },
  'sum-warn': {
    task: 'sum',
    expected: 'WA 0/100',
    cases: '1 WA 2 256 2 WA 2 256 3 WA 1 256 4 WA 1 256',
    output: 'sum.cpp:6:2: warning: #warning "look <here> & there" [-Wcpp]',
  },
  'part-half': {
    task: 'part',
    expected: 'PART 75/100',
    cases: '1 AC 2 256 2 AC 1 256 3 PC 2 512 4 PC 2 508',
  },
  'nopub-ok': { task: 'nopub', expected: '5 -', cases: '1 - - - 2 - - - 3 - - - 4 - - -' },
  'zero-wa': { task: 'zero', expected: 'NOPOINTS -', cases: '1 WA 1 500' },
  'tok-half-2': { task: 'tok', expected: 'PUBLIC 50/50', cases: '1 AC 1 256 2 AC 1 512 3 - - - 4 - - -' },
  'tok-half-tokened': {
    task: 'tok',
    expected: 'PART 50/100',
    cases: '1 AC 1 256 2 AC 1 512 3 WA 1 256 4 WA 1 512',
  },
  'tok-ok-tokened': {
    task: 'tok',
    expected: 'AC 100/100',
    cases: '1 AC 2 508 2 AC 2 256 3 AC 2 256 4 AC 1 256',
  },
  'grpo-half': { task: 'grpo', expected: 'PART 40/100', cases: `${wholeGroups} [2 WA 0/60] 1 WA - -` },
  'grpr-half': {
    task: 'grpr',
    expected: 'PART 40/100',
    cases: `${wholeGroups} [2 WA 0/60] 1 WA - - 2 - - -`,
  },
  'grpr-timeout': { task: 'grpr', expected: 'CTLE -', cases: '' },
  'grp-pyce-2': {
    task: 'grp',
    expected: '2 -',
    cases: '',
    output: "Listing '.'...\nCompiling './grp.py'...\n***   File \"./grp.py\", line 1\n",
  },
  'ita-igrp-wa': {
    task: 'igrp',
    expected: 'WA 0/40',
    cases: '[0 WA 0/0] 1 WA 2 256 [1 WA 0/40] 1 WA 1 256 2 WA 2 256 [2 - -] 1 - - - 2 - - -',
    language: 'it',
  },
  'ita-igrp-tle': {
    task: 'igrp',
    expected: 'PUBLIC 40/40',
    cases: '[0 AC 0/0] 1 AC 2 256 [1 AC 40/40] 1 AC 2 256 2 AC 1 256 [2 - -] 1 - - - 2 - - -',
    language: 'it',
  },
  'ita-igrp-ce': {
    task: 'igrp',
    expected: '2 -',
    cases: '',
    output: 'igrp.cpp:5:2: warning: #warning "a warning first" [-Wcpp]',
    language: 'it',
  },
};

function text(name: string): string {
  return fs.readFileSync(path.join(folder, name), 'utf8');
}

function server(name: string, task: string, language = 'en'): Reply {
  const submission = `/tasks/${task}/submissions/1`;
  return ({ path: requested }): PlayedAnswer => {
    if (requested === '/api/login') return json('{"login_data":"session"}');
    if (requested === submission) return json(text(`${name}.json`));
    if (requested === `${submission}/details`)
      return {
        status: 200,
        contentType: 'text/html; charset=UTF-8',
        text: text(`${name}-details.html`),
        headers: { 'content-language': language },
      };
    return { status: 404, contentType: 'text/html', text: '<!DOCTYPE html><title>404</title>' };
  };
}

function json(body: string): PlayedAnswer {
  return { status: 200, contentType: 'application/json', text: body };
}

const shown = (...values: readonly (string | number | null)[]): string =>
  values.map((value) => value ?? '-').join(' ');
const shownCase = ({ id, status, time, memory }: Case): string => shown(id, status, time, memory);

describe('Results of a real CMS', () => {
  for (const [name, { task, expected, cases, output, language }] of Object.entries(rows)) {
    it(`${name} is read as its page shows it`, async () => {
      const result = await resultFrom(settings, { requestId: '1', hint: task }, server(name, task, language));
      assert.ok(result.kind === 'result');
      const { judge, compile } = result.envelope.data ?? {};
      assert.ok(judge);
      const score = judge.score === null ? null : `${judge.score}/${String(judge.maximum)}`;
      assert.equal(shown(judge.status, score), expected);
      const found = judge.subtasks.flatMap(({ id, status, score, maximum, cases: listed }) => [
        ...(id === null
          ? []
          : [`[${shown(id, status, score === null ? null : `${score}/${String(maximum)}`)}]`]),
        ...listed.map(shownCase),
      ]);
      assert.equal(found.join(' '), cases);
      if (output === undefined) assert.equal(compile?.message ?? null, null);
      else assert.ok(compile?.message?.startsWith(output), String(compile?.message));
    });
  }

  it('covers all files', () => {
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
    assert.deepEqual(names.map((name) => name.slice(0, -5)).sort(), Object.keys(rows).sort());
  });
});
