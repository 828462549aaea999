import '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Extension } from '../../../../src/editor/extension';
import { LinkedSources } from '../../../../src/editor/diagnostics/linkedSources';
import type { WithDiagnostics } from '../../../../src/editor/diagnostics';
import { likelyFiles, tieFoundFile } from '../../../../src/editor/sourceFiles/findSubmittedFile';
import type { KnownRecord } from '../../../../src/records';
import { leastJudge } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

const judge = leastJudge('codeforces');
const page = 'https://codeforces.com/contest/1985/problem/A';
const submission = { problemId: '1985A', title: 'X', place: null, language: 'C++', optimise: false };

describe('The source file of a record is found in a workspace', () => {
  const workspace = workspaceOnDisk();

  async function likely(judgedText: string | null = null): Promise<readonly string[]> {
    const extension = standIn<Extension>({
      judges: { judgeOf: async () => judge },
      diagnostics: async () => ({ sources: { judgedText: async () => judgedText } }),
    });
    const record = { service: judge.id, submission, judgedHash: judgedText === null ? null : 'x' };
    const files = await likelyFiles(extension, standIn<KnownRecord>(record));
    return files.map(({ path }) => path.slice(workspace().folder.length + 1));
  }

  const packed = (url: string, more = '') =>
    gzipSync(JSON.stringify({ url, src: { path: '/x' }, more }), { level: 9 });

  it('by the problem stored for it', async () => {
    const { write } = workspace();
    write('one.cpp', '1');
    write('two.cpp', '2');
    write('.cph-ng/two.cpp.bin', packed(page));
    write(`.cph/.one.cpp_${'0'.repeat(32)}.prob`, JSON.stringify({ url: `${page}1`, srcPath: 'one.cpp' }));
    assert.deepEqual(await likely(), ['two.cpp']);
  });

  it('only for a submission of the user, not for one of another team', async () => {
    const { write } = workspace();
    write('two.cpp', '2');
    write('.cph-ng/two.cpp.bin', packed(page));
    const linked = async (user: object): Promise<number> => {
      const { store } = makeStore();
      const details = { service: judge.id, submission: { ...submission, ...user } };
      const record = (await store.add(newRecord('r1', details))) ?? assert.fail();
      const sources = new LinkedSources(store, assert.fail);
      const printed = await sources.fileOf(record, '/tmp/two.cpp');
      const links: string[] = [];
      const extension = standIn<Extension & WithDiagnostics>({
        store,
        judges: { judgeOf: async () => judge },
        diagnostics: async () => ({
          sources: {
            judgedText: async () => null,
            link: async ({ key }: KnownRecord) => void links.push(key),
          },
        }),
      });
      await tieFoundFile(extension, record, judge);
      return links.length + (printed ? 1 : 0);
    };
    assert.deepEqual([await linked({}), await linked({ user: 'Team Two' })], [2, 0]);
  });

  it('among thousands of files with stored problems, reading at most 32 MB, a few files at a time', async () => {
    const { write, reads } = workspace();
    write('own.cpp', '1');
    write('.cph-ng/own.cpp.bin', packed(page));
    // 250 kB each, on the disk and as JSON.
    const bulk = JSON.stringify({ url: 'https://a.b/c', srcPath: 'x', more: 'x'.repeat(250_000) });
    for (let id = 0; id < 400; id += 1) write(`.cph/.x${id}.cpp_${'0'.repeat(32)}.prob`, bulk);
    assert.deepEqual(await likely(), ['own.cpp']);
    assert.ok(reads.bytes <= 32 * 1024 * 1024, `${reads.bytes} bytes`);
    assert.ok(reads.atOnce <= 16, `${reads.atOnce} at once`);
  });

  it('among files that decompress to hundreds of megabytes, decompressing at most 256 kB', async () => {
    const { write, reads } = workspace();
    write('own.cpp', '1');
    write('.cph-ng/own.cpp.bin', packed(page));
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '), { level: 9 });
    assert.ok(bomb.length < 256 * 1024);
    for (let id = 0; id < 30; id += 1) write(`.cph-ng/${id}.cpp.bin`, bomb);
    const before = process.memoryUsage().arrayBuffers;
    assert.deepEqual(await likely(), ['own.cpp']);
    assert.ok(process.memoryUsage().arrayBuffers - before < 100e6);
    assert.ok(reads.bytes <= 32 * 1024 * 1024, `${reads.bytes} bytes`);
  });

  it('but not by a problem stored in a file of more than 256 kB', async () => {
    const { write, reads } = workspace();
    write('two.cpp', '2');
    write('.cph-ng/two.cpp.bin', Buffer.concat([packed(page), Buffer.alloc(256 * 1024)]));
    assert.deepEqual([await likely(), reads.names], [[], []]);
  });

  it('by its text without the whitespace that the judge removed at its ends', async () => {
    const { write } = workspace();
    write('judged.py', '\n\n    print(1)\n');
    write('other.py', 'print(2)\n');
    assert.deepEqual(await likely('print(1)'), ['judged.py']);
  });

  it('by its text, reading only files of the same size', async () => {
    const { write, reads } = workspace();
    const text = 'int main() {}\n'.repeat(1000);
    for (let id = 0; id < 50; id += 1) write(`${id}.cpp`, text.replace('m', 'n').repeat(id % 2));
    write('judged.cpp', text.replaceAll('\n', '\r\n'));
    assert.deepEqual(await likely(text), ['judged.cpp']);
    assert.equal(reads.names.length, 26);
    assert.ok(reads.atOnce <= 8, `${reads.atOnce} at once`);
  });
});
