import assert from 'node:assert/strict';
import type { JudgeClient } from '../../../../../src/judges/client';
import { RequestFailed, type Submission } from '../../../../../src/judges';
import { clientAt, credentialFor, failureOf } from '../../clients';
import { judgeAt, useDomjudge, versions } from './domjudgeSite';

describe('A submission to DOMjudge', function () {
  this.timeout(60_000);
  const start = useDomjudge();
  const program = (more: Partial<Submission> = {}): Submission => ({
    problemId: 'sum',
    place: null,
    language: 'java',
    optimise: false,
    code: 'public class Hello {\n  public static void main(String[] args) {}\n}\n',
    fileName: 'A.java',
    trackId: 't',
    inputs: null,
    ...more,
  });
  const submit = (client: JudgeClient, submission: Submission) => {
    const { submission: offer } = client.judge;
    assert.ok(offer);
    return client.ask((http) => offer.submit(http, submission));
  };

  it('receives a Java file under the name of its public class', async () => {
    const { site, clientFor } = await start('10');
    await submit(clientFor(), program());
    const [sent] = site.submissions;
    assert.deepEqual([sent?.files.map(({ name }) => name), sent?.entryPoint], [['Hello.java'], null]);
  });

  it('receives the entry point of a Kotlin program with its package', async () => {
    const { site, clientFor } = await start('10');
    const kotlin = { language: 'kotlin', code: 'package org.example\n\nfun main() {}\n', fileName: 'a.kt' };
    await submit(clientFor(), program(kotlin));
    const [sent] = site.submissions;
    assert.deepEqual([sent?.files.map(({ name }) => name), sent?.entryPoint], [['a.kt'], 'org.example.AKt']);
  });

  it('receives the main file as the entry point if that is required', async () => {
    const { site, clientFor } = await start('10');
    site.oddities.entryPointRequired = ['python3'];
    await submit(clientFor(), program({ language: 'python3', code: 'print(1)\n', fileName: 'a.py' }));
    assert.equal(site.submissions[0]?.entryPoint, 'a.py');
  });

  it('may have a submission whose response isn’t understood, and its number is an ID', async () => {
    const { site, clientFor } = await start('8.3');
    const client = clientFor();
    site.oddities.acceptedAs = 'number';
    const numbered = await submit(client, program({ problemId: '2' }));
    assert.ok(numbered.kind === 'accepted');
    assert.equal(numbered.requestId, '101');
    site.oddities.acceptedAs = 'submissionWithoutId';
    assert.equal((await failureOf(submit(client, program({ problemId: '2' })))).sent, 'maybe');
  });

  it('doesn’t stop polling after it has refused a submission for some time', async () => {
    const { site, clientFor } = await start('10');
    const client = clientFor();
    site.oddities.submissionsLeft = 0;
    const { failure, sent } = await failureOf(submit(client, program()));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, sent, client.notBefore], [429, 'no', -Infinity]);
  });

  for (const version of versions) {
    it(`${version} tells when a contest starts that hasn’t begun`, async () => {
      const { site, clock, clientFor } = await start(version);
      const startsAt = clock.now + 600_000;
      const later = site.addContest('later', 'Later', startsAt, clock.now + 3_600_000);
      const client = clientFor(site.alice, version === '8.3' ? String(later.number) : 'later');
      const { problemList } = client.judge.submission ?? {};
      assert.ok(problemList);
      const before = await client.ask((http) => problemList.fetchAll(http));
      assert.deepEqual(before.problems, []);
      const announced = before.contest?.startsAt ?? NaN;
      assert.ok(Math.abs(announced - startsAt) < 1_000, String(announced));
      assert.equal((await client.ask(client.judge.checkAccount)).name, 'alice');
      // the problems appear at the start
      clock.now = startsAt + 1_000;
      const after = await client.ask((http) => problemList.fetchAll(http));
      assert.deepEqual(
        after.problems.map(({ letter }) => letter),
        ['A', 'B', 'C'],
      );
    });
  }

  it('is refused in the words of the site if the contest doesn’t allow its language', async () => {
    const { site, clientFor } = await start('10');
    site.running.languages = ['cpp'];
    const { failure, sent } = await failureOf(submit(clientFor(), program()));
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.error?.errorMessage, sent, failure.cause],
      ["Language 'Java' not allowed for contest 'School'.", 'no', { kind: 'language' }],
    );
  });

  it('rejects a wrong password at the URL of a page, too', async () => {
    const { site } = await start('8.3');
    const judge = judgeAt(`${site.url}/domjudge/team`, '52');
    const credential = credentialFor(judge, 'alice:wrong');
    const client = clientAt(judge, { credential: () => Promise.resolve(credential) });
    await assert.rejects(client.ask(judge.checkAccount), RequestFailed);
  });

  it('has the time limit of the problem before it is sent', async () => {
    const { clientFor } = await start('10');
    const client = clientFor();
    const { fetchForm } = client.judge.submission ?? {};
    assert.ok(fetchForm);
    const form = await client.ask((http) => fetchForm(http, { problemId: 'sum', place: null }));
    assert.equal(form.limits?.time, 5_000);
  });
});
