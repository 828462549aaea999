import assert from 'node:assert/strict';
import { soakSection, soakSectionIn, withSoakSection } from '../bench/soakSection';

describe('The soak section in the benchmarks page', () => {
  const page = '# Benchmarks\n\n## Load\n\ntable\n';
  const section = soakSection('400 judgings', '| measure |');

  it('is added at the end, and replaced by the next one', () => {
    const once = withSoakSection(page, section);
    assert.equal(once, `${page}\n## Soak\n\n400 judgings\n\n| measure |\n`);
    assert.equal(soakSectionIn(once), section);
    const next = soakSection('500 judgings', '| measure |');
    assert.equal(withSoakSection(once, next), `${page}\n${next}\n`);
  });

  it('is kept when the benchmarks are written again', () => {
    const once = withSoakSection(page, section);
    assert.equal(
      withSoakSection('# Benchmarks\n\nnew\n', soakSectionIn(once)),
      `# Benchmarks\n\nnew\n\n${section}\n`,
    );
    assert.equal(withSoakSection(page, soakSectionIn(page)), page);
  });
});
