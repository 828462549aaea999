import assert from 'node:assert/strict';
import { contestIn } from '../../../../../src/service/profiles/cms/addresses';

describe('The URL of a contest on CMS', () => {
  it('is found in the URL of a page, also if the contest is named like a page', () => {
    const site = 'https://cms.example.org';
    const found = [
      '/ioi/tasks/sum/description',
      '/testing/tasks/start/submissions',
      '/tasks/api',
      '/testing',
    ];
    assert.deepEqual(
      found.map((path) => contestIn(site + path).url),
      [`${site}/ioi`, `${site}/testing`, site, site],
    );
  });
});
