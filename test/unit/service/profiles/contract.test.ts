import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ServiceFailed, serviceTypes, type ServiceType } from '../../../../src/service';
import { fieldNames, hostileAnswer, questionsOf, randomFrom } from '../../../support/hostileAnswers';
import { leastService } from '../../../support/profiles';
import { now } from './answers';

const folder = path.join(__dirname, '../../../../src/service/profiles');

/** The source of a type: its file, or all of its folder. */
function sourceOf(type: string): string {
  const whole = path.join(folder, type);
  const files = fs.existsSync(whole)
    ? fs.readdirSync(whole).map((name) => path.join(whole, name))
    : [`${whole}.ts`];
  return files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
}

/** an ID of the form that the service gives */
const idOf = (type: ServiceType) =>
  type === 'hydro' ? '6a'.repeat(12) : type === 'omegaup' ? '6a'.repeat(16) : '7';

for (const type of serviceTypes) {
  describe(`a service of type ${type}`, () => {
    const profile = leastService(type);
    const { origin, baseUrl } = profile;

    it('fails in one form only, whatever is answered', () => {
      const random = randomFrom(7);
      const names = fieldNames(sourceOf(type));
      for (const [name, { read }] of questionsOf(profile, idOf(type))) {
        for (let count = 0; count < 300; count += 1) {
          const answer = hostileAnswer(random, names);
          try {
            read(answer, now, [hostileAnswer(random, names)]);
          } catch (error) {
            assert.ok(error instanceof ServiceFailed, `${name}: ${String(error)}\n${answer.text}`);
          }
        }
      }
      assert.equal(Object.keys(Object.prototype).length, 0);
    });

    it('is asked nowhere else than below its own address, whatever an ID is', () => {
      for (const id of ['7', '../../x', '//evil.test', '@evil.test', 'a?b#c', '和 平', '%2e%2e/']) {
        for (const [name, { request }] of questionsOf(profile, id, id)) {
          const url = new URL(baseUrl + request.path);
          assert.equal(url.origin, origin, name);
          assert.ok(url.href.startsWith(baseUrl), `${name}: ${url.href}`);
          assert.equal(url.hash, '', name);
        }
        const pages = [
          profile.recordPage?.({ requestId: id, hint: null }),
          profile.problemPage?.({ problemId: id, place: null }),
        ];
        for (const page of pages) if (page) assert.ok(URL.canParse(page), page);
      }
    });

    it('has codes that are pending and codes that are an end', () => {
      const kinds = new Set(Object.values(profile.rules.statuses).map(({ kind }) => kind));
      if (kinds.size > 0) assert.ok(kinds.has('pending') && kinds.has('accepted') && kinds.has('failed'));
    });

    it('reads its own addresses, and none of another site', () => {
      const page = profile.recordPage?.({ requestId: idOf(type), hint: '7' });
      if (page)
        assert.equal(
          profile.readInput?.(page)?.kind ?? 'none',
          profile.readInput ? 'requestId' : 'none',
          page,
        );
      assert.equal(profile.readInput?.('https://other.test/submission/7') ?? null, null);
    });
  });
}
