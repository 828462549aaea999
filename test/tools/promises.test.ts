import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const page = path.join('docs', 'development', 'promises.md');

describe('The page of promises', () => {
  it('names an existing test for each promise', () => {
    const rows = [
      ...fs.readFileSync(page, 'utf8').matchAll(/^\| [^|]+ \| \[[^\]]+\]\(([^)]+)\) +\| ([^|]+?) +\|$/gm),
    ];
    assert.ok(rows.length > 30, `${rows.length} rows`);
    for (const [, file = '', title = ''] of rows) {
      const tests = fs.readFileSync(path.join(path.dirname(page), file), 'utf8');
      assert.ok(tests.includes(`it('${title}'`), `${file}: ${title}`);
    }
  });
});
