import { crc32 } from 'node:zlib';
import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges/judge';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { clics } from '../../../../src/judges/adapters/clics';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { kattis } from '../../../../src/judges/adapters/kattis';
import type { OtherFiles } from '../../../../src/judges/submission';
import { firstRequestOf, on, run } from '../../../support/operations';
import { described, hydroSite, luogu } from '../../../support/profiles';
import { answer, page } from './answers';
import { capturedFromPc2 } from './captures';

const files = [
  { fileName: 'lib.h', text: 'int f(); // 和' },
  { fileName: 'lib.cpp', text: '' },
];
const others: OtherFiles = { mainName: 'solution.cpp', files };
const code = '#include "lib.h"';

/** Reads the files of an uncompressed archive by its directory, as other programs do, and checks all headers. */
function unzipped(zip: Buffer): readonly { readonly fileName: string; readonly text: string }[] {
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x0605_4b50);
  const [count, size, start] = [
    zip.readUInt16LE(end + 10),
    zip.readUInt32LE(end + 12),
    zip.readUInt32LE(end + 16),
  ];
  assert.deepEqual([zip.readUInt16LE(end + 8), start + size], [count, end]);
  let at = start;
  return Array.from({ length: count }, () => {
    assert.equal(zip.readUInt32LE(at), 0x0201_4b50);
    const header = zip.readUInt32LE(at + 42);
    const nameLength = zip.readUInt16LE(at + 28);
    const fileName = zip.toString('utf8', at + 46, at + 46 + nameLength);
    // both headers have the same facts
    assert.equal(zip.readUInt32LE(header), 0x0403_4b50);
    assert.deepEqual(zip.subarray(header + 4, header + 28), zip.subarray(at + 6, at + 30));
    assert.equal(zip.toString('utf8', header + 30, header + 30 + nameLength), fileName);
    const content = zip.subarray(
      header + 30 + nameLength,
      header + 30 + nameLength + zip.readUInt32LE(at + 20),
    );
    assert.equal(zip.readUInt32LE(at + 16), crc32(content));
    assert.equal(zip.readUInt32LE(at + 24), content.length);
    at += 46 + nameLength;
    return { fileName, text: content.toString() };
  });
}

const program = { problemId: 'hello', place: null, optimise: false, trackId: 't', inputs: null };

describe('A program with several files', () => {
  const languages = [
    { id: 'cpp', name: 'C++', extensions: ['cpp', 'cc'], entry_point_required: false },
    { id: 'java', name: 'Java', extensions: ['java'], entry_point_required: true },
  ];
  /** Submits to a CLICS server that describes itself with `info`. Returns the last request. */
  async function sentTo(
    info: PlainAnswer,
    { url = 'https://judge.example.edu/api', language = 'cpp', text = code, own = others } = {},
  ): Promise<OutgoingRequest> {
    const judge = described(clics, 'finals', { url, contest: 'nwerc' });
    const sent: OutgoingRequest[] = [];
    const submission = { ...program, language, code: text, others: own };
    await run(
      on(judge, (http) => judge.submission!.submit(http, submission)),
      (request) => {
        sent.push(request);
        if (request.method === 'POST') return answer({ id: '9' });
        return request.path.endsWith('/languages') ? answer(languages) : info;
      },
    );
    return sent.at(-1) ?? assert.fail();
  }
  const domjudge = answer({ name: 'DOMjudge', domjudge: { apiversion: 4 } });

  it('is sent to DOMjudge in one field, the main file first and with its own name', async () => {
    const { form } = await sentTo(domjudge);
    assert.deepEqual(form?.['code[]'], [{ fileName: 'solution.cpp', text: code }, ...files]);
  });

  it('has a main file named after its main class, and never a name that DOMjudge rejects', async () => {
    const nameOf = async (...[options]: [Parameters<typeof sentTo>[1]]) => {
      const [main] = [(await sentTo(domjudge, options)).form?.['code[]'] ?? []].flat();
      return typeof main === 'object' ? main.fileName : assert.fail();
    };
    const named = (mainName: string) => nameOf({ own: { mainName, files } });
    assert.equal(await named('a.cc'), 'a.cc');
    assert.equal(await named('a.txt'), 'a.cpp');
    for (const name of ['a b.cpp', '和.cpp', '-a.cpp', '.cpp', `${'a'.repeat(300)}.cpp`])
      assert.equal(await named(name), 'main.cpp', name);
    const own = { mainName: 'solution.java', files };
    assert.equal(await nameOf({ language: 'java', text: 'public class Foo {}', own }), 'Foo.java');
  });

  it('is sent to PC² as one entry for each file', async () => {
    const { body } = await sentTo(capturedFromPc2('team1: information'), { url: 'https://pc2.test:50443' });
    const sent = body as { readonly files: readonly { readonly filename: string; readonly data: string }[] };
    assert.deepEqual(
      sent.files.map(({ filename, data }) => ({
        fileName: filename,
        text: Buffer.from(data, 'base64').toString(),
      })),
      [{ fileName: 'solution.cpp', text: code }, ...files],
    );
  });

  it('is sent to other CLICS servers in one archive', async () => {
    const { body } = await sentTo(answer({ version: '2023-06', name: 'Contest Data Server' }));
    const { files: archives } = body as { readonly files: readonly { readonly data: string }[] };
    assert.equal(archives.length, 1);
    assert.deepEqual(unzipped(Buffer.from(archives[0]!.data, 'base64')), [
      { fileName: 'solution.cpp', text: code },
      ...files,
    ]);
  });

  it('is sent to Kattis with the main file’s name for languages that run a file', async () => {
    const judge = described(kattis, 'open', { url: 'https://open.kattis.com' });
    const formOf = async (language: string, mainName: string, text = '') => {
      const submission = { ...program, language, code: text, others: { mainName, files } };
      return (await firstRequestOf(on(judge, (http) => judge.submission!.submit(http, submission)))).form;
    };
    const cpp = await formOf('C++', 'solution.cpp', code);
    assert.equal(cpp?.mainclass, '');
    assert.deepEqual(cpp['sub_file[]'], [{ fileName: 'solution.cpp', text: code }, ...files]);
    assert.equal((await formOf('Python 3', 'solve.py'))?.mainclass, 'solve.py');
    assert.equal((await formOf('Rust', '和.rs', 'fn main() {}'))?.mainclass, 'main.rs');
    assert.equal((await formOf('Java', 'Foo.java', 'public class Foo {}'))?.mainclass, 'Foo');
    assert.equal((await formOf('Kotlin', 'solve.kt', 'fun main() {}'))?.mainclass, 'SolveKt');
  });

  it('is run by Judge0 with the other files in an archive', async () => {
    const judge = described(judge0, 'class', { url: 'https://judge0.example.org' });
    const samples = [{ input: '1', expected: '2' }];
    const limits = { time: 1000, memory: 64_000, together: 20 };
    const asked = { language: '54', code, others, samples, time: null, memory: null };
    const { body } = await firstRequestOf(on(judge, (http) => judge.samples!.run(http, asked, limits)));
    const { additional_files: archive } = body as { readonly additional_files: string };
    assert.deepEqual(unzipped(Buffer.from(archive, 'base64')), files);
    const alone = { ...asked, others: undefined };
    const single = await firstRequestOf(on(judge, (http) => judge.samples!.run(http, alone, limits)));
    assert.ok(!('additional_files' in (single.body as object)));
  });

  it('is only accepted by judges that compile several files', () => {
    const kattisSite = described(kattis, 'open', { url: 'https://open.kattis.com' });
    const accepts = ({ submission, samples }: Judge) => (submission ?? samples)?.acceptsSeveralFiles === true;
    assert.deepEqual([kattisSite, hydroSite('https://oj.example.org'), luogu].map(accepts), [
      true,
      false,
      false,
    ]);
  });

  it('is rejected with the message of the judge', async () => {
    const judge = described(kattis, 'open', { url: 'https://open.kattis.com' });
    const submission = { ...program, language: 'C++', code, others };
    await assert.rejects(
      run(
        on(judge, (http) => judge.submission!.submit(http, submission)),
        () => page('Too many files.'),
      ),
    );
  });
});
