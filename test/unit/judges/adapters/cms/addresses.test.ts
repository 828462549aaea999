import assert from 'node:assert/strict';
import { contestsIn } from '../../../../../src/judges/adapters/cms/addresses';

describe('The URL of a contest on CMS', () => {
  const site = 'https://cms.example.org';
  const contestsAt = (path: string) => contestsIn(site + path).map(({ url }) => url.slice(site.length));

  it('is found in the URL of a page, also if the contest is named like a page', () => {
    assert.deepEqual(
      ['/ioi/tasks/sum/description', '/testing/tasks/start/submissions', '/tasks/api', '/ioi'].map(
        (path) => contestsAt(path)[0],
      ),
      ['/ioi', '/testing', '', '/ioi'],
    );
  });

  it('may be that of a page, or of a contest that is named like the page', () => {
    assert.deepEqual(contestsAt('/testing'), ['', '/testing']);
    assert.deepEqual(contestsAt('/ioi/communication'), ['/ioi', '/ioi/communication']);
    assert.deepEqual(contestsAt('/ioi'), ['/ioi']);
    assert.deepEqual(contestsIn('no URL'), [{ url: 'no URL' }]);
  });
});
