import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { isPreRelease, releaseNotes } from '../../../tools/release/notes';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-21

### Added

- Something.

## [1.1.0] - 2026-01-01

- Older.

[1.2.0]: https://example.com/1.2.0
`;

describe('Release notes', () => {
  it('contain the version’s section of the changelog', () => {
    assert.equal(releaseNotes('v1.2.0', '1.2.0', changelog), '### Added\n\n- Something.\n');
    assert.equal(releaseNotes('v1.1.0', '1.1.0', changelog), '- Older.\n');
  });

  it('aren’t created for a tag that differs from the manifest version', () => {
    assert.throws(
      () => releaseNotes('v1.2.1', '1.2.0', changelog),
      /tag “v1\.2\.1” doesn.t match version 1\.2\.0/,
    );
    assert.throws(() => releaseNotes('1.2.0', '1.2.0', changelog), /The tag/);
    assert.throws(() => releaseNotes('v1.2.0-rc', '1.2.0-rc', changelog), /isn.t a release version/);
  });

  it('aren’t created if the version has no section, date, or entries in the changelog', () => {
    assert.throws(() => releaseNotes('v2.0.0', '2.0.0', changelog), /no section “## \[2\.0\.0\]/);
    assert.throws(
      () => releaseNotes('v1.2.0', '1.2.0', changelog.replace(' - 2026-11-21', '')),
      /no release date for 1\.2\.0/,
    );
    assert.throws(
      () => releaseNotes('v1.1.0', '1.1.0', changelog.replace('- Older.', '')),
      /section for 1\.1\.0 .* is empty/,
    );
  });

  it('aren’t created while the changelog has unreleased entries', () => {
    const more = changelog.replace('## [Unreleased]', '## [Unreleased]\n\n- New.');
    assert.throws(() => releaseNotes('v1.2.0', '1.2.0', more), /still has entries/);
  });

  it('mark a version with an odd minor number as a pre-release', () => {
    assert.deepEqual(['0.2.0', '0.3.0', '1.11.4', '2.0.9'].map(isPreRelease), [false, true, true, false]);
  });

  it('exist for the current manifest version', () => {
    const root = path.join(__dirname, '../../..');
    const text = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    assert.ok(text.includes(`\n## [${version}] - `), `CHANGELOG.md has no section for ${version}`);
  });
});
