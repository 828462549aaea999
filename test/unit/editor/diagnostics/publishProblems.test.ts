import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { decodeResult } from '../../../support/profiles';
import { TYPING_PAUSE_MS } from '../../../../src/editor/diagnostics/limits';
import { settle } from '../../support/fakeClock';
import { loadProblems, type LoadedProblems } from '../../support/loadProblems';
import type { Uri } from 'vscode';
import { standIn } from '../../support/standIn';

const file = 'file:///project/a/main.cpp';

describe('Problems', function () {
  this.timeout(60_000);
  let loaded: LoadedProblems;

  beforeEach(async () => {
    loaded = await loadProblems();
  });
  afterEach(() => loaded.dispose());

  /** Problems as `line:start message`. */
  function marked(uri = file): string[] {
    const list = loaded.world.problems.get(uri) ?? [];
    return list.map(({ range: { start }, message }) => `${start.line}:${start.character} ${message}`);
  }

  async function until(holds: () => boolean): Promise<void> {
    for (let turn = 0; !holds(); turn += 1) {
      assert.ok(turn < 5000, `it never came to that: ${marked().join(', ')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const insert = (line: number, character: number, text: string) => ({
    range: { start: { line, character }, end: { line, character } },
    text,
  });

  it('move when their file is saved, without another parse or search', async () => {
    const { world, counts, judged } = loaded;
    world.disk.set(file, 'one;\ntwo;\n');
    world.disk.set('file:///project/b/grader.h', 'three;\n');
    await judged(file, 'src:1:1: error: x\nsrc:2:1: error: y\ngrader.h:1:1: error: z\n');
    await until(() => marked('file:///project/b/grader.h').length === 1);
    assert.deepEqual(marked(), ['0:0 x', '1:0 y']);
    const [parses, searches] = [counts.parses, world.searches];
    assert.deepEqual([parses, searches], [1, 1]);

    const document = world.open(file);
    world.edit(document, insert(0, 0, '  '), '  one;\ntwo;\n');
    world.save(document);
    await until(() => marked()[0] === '0:2 x');
    world.edit(document, insert(1, 0, 'new\n'), '  one;\nnew\ntwo;\n');
    world.save(document);
    await until(() => marked()[1] === '2:0 y');
    assert.deepEqual([counts.parses, world.searches], [parses, searches]);
  });

  it('don’t move before a pause in typing, but quick fixes and links use the current position', async () => {
    const { world, store, problems, judged } = loaded;
    world.disk.set(file, 'one;\n');
    const key = await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    await until(() => world.timesSet === 2);
    world.edit(document, insert(0, 0, 'new;\n'), 'new;\none;\n');
    const shown = problems.in(standIn<Uri>(document.uri));
    const [diagnostic] = shown?.file.positions.diagnostics ?? [];
    assert.ok(shown && diagnostic);
    assert.equal(shown.file.positions.where(diagnostic).line, 1);
    world.edit(document, insert(1, 0, 'newer;\n'), 'new;\nnewer;\none;\n');
    const record = store.get(key);
    assert.ok(record);
    const at = await problems.whereIs(record, { diagnostic, note: null });
    assert.equal(at?.range.start.line, 2);
    assert.deepEqual([marked(), world.timesSet], [['0:0 x'], 2]);
  });

  it('move at a pause in typing, without another parse or search', async () => {
    const { world, clock, counts, judged } = loaded;
    world.disk.set(file, 'one;\ntwo;\n');
    await judged(file, 'src:1:1: error: x\nsrc:2:1: error: y\n');
    await until(() => marked().length === 2);
    const document = world.open(file);
    await until(() => world.timesSet === 2);
    const [parses, searches] = [counts.parses, world.searches];
    world.edit(document, insert(0, 0, 'new;\n'), 'new;\none;\ntwo;\n');
    await clock.advance(TYPING_PAUSE_MS - 1);
    world.edit(document, insert(0, 0, '\n'), '\nnew;\none;\ntwo;\n');
    await clock.advance(TYPING_PAUSE_MS - 1);
    assert.deepEqual(marked(), ['0:0 x', '1:0 y']);
    await clock.advance(1);
    await settle();
    assert.deepEqual([marked(), world.timesSet], [['2:0 x', '3:0 y'], 3]);
    assert.deepEqual([counts.parses, world.searches], [parses, searches]);
  });

  it('state at a pause in typing that their text was changed', async () => {
    const { world, clock, judged } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    const letter = {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } },
      text: 'two;',
    };
    world.edit(document, letter, 'two;\n');
    await clock.advance(TYPING_PAUSE_MS);
    await settle();
    assert.deepEqual(marked(), ['0:0 x (from an older version of this file)']);
  });

  it('aren’t published again at a pause if no position changed', async () => {
    const { world, clock, judged } = loaded;
    world.disk.set(file, 'one;\ntwo;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    await until(() => world.timesSet === 2);
    world.edit(document, insert(1, 4, ' // more'), 'one;\ntwo; // more\n');
    await clock.advance(TYPING_PAUSE_MS);
    await settle();
    assert.deepEqual([marked(), world.timesSet], [['0:0 x'], 2]);
  });

  it('have no timer after the window is closed', async () => {
    const { world, clock, judged, problems } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    world.edit(document, insert(0, 0, '\n'), '\none;\n');
    assert.equal(clock.timerCount, 1);
    problems.dispose();
    assert.equal(clock.timerCount, 0);
  });

  it('move when their file is opened, or changed by another program while open', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    world.disk.set(file, 'new;\none;\n');
    const document = world.open(file);
    await until(() => marked()[0] === '1:0 x');
    world.reread(document, insert(1, 0, 'newer;\n'), 'new;\nnewer;\none;\n');
    await until(() => marked()[0] === '2:0 x');
  });

  it('are at the exact character that a Hydro site’s compiler reports, after tabs and Chinese text', async () => {
    const { world, judged } = loaded;
    const line = '\tint 甲 = 1;\t\treturn 甲 + 缺少;';
    world.disk.set(file, `#include <cstdio>\nint main() {\n${line}\n}\n`);
    const said = [
      '/tmp/compiler_ocbcuaw1/src: In function ‘int main()’:',
      '/tmp/compiler_ocbcuaw1/src:3:45: error: ‘缺少’ was not declared in this scope',
      '    3 |         int 甲 = 1;             return 甲 + 缺少;',
      '      |                                             ^~~~',
    ];
    const id = 'f'.repeat(24);
    const rdoc = { _id: id, status: 7, code: 'x', lang: 'cc.cc17', compilerTexts: [`${said.join('\n')}\n`] };
    const answer = { status: 200, contentType: 'application/json', text: JSON.stringify({ rdoc }) };
    const read = await decodeResult('hydro', answer, id);
    assert.ok(read.kind === 'result');
    await judged(file, read.envelope.data?.compile?.message ?? '');
    await until(() => marked().length === 1);
    const [problem] = world.problems.get(file) ?? [];
    const start = line.indexOf('缺少');
    const { start: from, end: to } = problem?.range ?? assert.fail();
    assert.deepEqual([from.line, from.character, to.line, to.character], [2, start, 2, start + 2]);
  });

  const library = '/usr/include/c++/12/bits/predefined_ops.h';
  const brokenIn = (line: number) => `${library}: In member function ‘operator()’:
/usr/include/c++/12/bits/stl_algo.h:1859:14:   required from ‘std::sort’
src.cpp:2:10:   required from here
${library}:${line}:20: error: no match for ‘operator<’
`;

  it('are at the program line that leads to an error in a library, once for each error', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'int main() {\n    sort(a, b);\n}\n');
    await judged(file, brokenIn(45) + brokenIn(98) + brokenIn(69).replace('no match for', 'other'));
    await until(() => marked().length > 0);
    assert.deepEqual(marked(), ['1:9 no match for ‘operator<’', '1:9 other ‘operator<’']);
    const [problem] = world.problems.get(file) ?? [];
    assert.deepEqual(
      problem?.relatedInformation.map(({ message, location: { uri, range } }) => [
        uri.scheme,
        range.start.line,
        message,
      ]),
      [
        ['judge-compile', 0, 'required from ‘std::sort’'],
        ['file', 1, 'required from here'],
        ['judge-compile', 0, `${library}:45:20`],
      ],
    );
  });

  it('are in the program if the error is in a header outside the workspace', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, '#include "testlib.h"\nint main() {\n    readInt();\n}\n');
    const inHeader = 'src.cpp:3:5:   required from here\ntestlib.h:40:1: error: no such variable\n';
    await judged(file, inHeader);
    await until(() => marked().length > 0);
    assert.deepEqual(marked(), ['2:4 no such variable']);

    const header = 'file:///project/a/testlib.h';
    world.disk.set(header, '\n'.repeat(39) + 'int x;\n');
    await judged(file, inHeader);
    await until(() => marked(header).length > 0);
    assert.deepEqual([marked(), marked(header)], [[], ['39:0 no such variable']]);
  });

  it('keep their moved positions when their record changes', async () => {
    const { world, store, judged } = loaded;
    world.disk.set(file, 'one two;\n');
    const key = await judged(file, 'src:1:5: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    world.edit(document, insert(0, 8, ' // b'), 'one two; // b\n');
    world.edit(document, insert(0, 0, '/* a */ '), '/* a */ one two; // b\n');
    await store.update(key, { label: 'mine' });
    await until(() => marked()[0] === '0:12 x');
  });

  it('are limited to 1,000 diagnostics and 20 searches for other files', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'x;\n'.repeat(5000));
    const own = Array.from({ length: 5000 }, (_, at) => `src:${at + 1}:1: error: x\n`).join('');
    const others = Array.from({ length: 5000 }, (_, at) => `h${at}.h:1:1: error: x\n`).join('');
    await judged(file, own + others);
    await until(() => marked().length > 0);
    assert.equal(marked().length, 1000);
    assert.equal(world.searches, 20);
  });

  it('are restored after a restart for this folder’s 20 newest results without a linked file', async () => {
    const { world, judged, reload } = loaded;
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.cpp`);
    for (const name of [...names, 'elsewhere.cpp']) world.disk.set(`file:///project/${name}`, 'one;\n');
    await judged(null, 'elsewhere.cpp:1:1: error: x\n', 'file:///another');
    for (const name of names) await judged(null, `${name}:1:1: error: x\n`);
    const shown = () => names.filter((name) => marked(`file:///project/${name}`).length > 0);
    await until(() => shown().length === 30);
    reload();
    const searches = world.searches;
    await until(() => shown().length === 20);
    assert.deepEqual(shown(), names.slice(10));
    assert.equal(world.searches - searches, 20);
    assert.deepEqual(marked('file:///project/elsewhere.cpp'), []);
  });

  it('are restored after a restart for a result with a linked file', async () => {
    const { world, judged, reload } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    reload();
    assert.deepEqual(marked(), []);
    await until(() => marked()[0] === '0:0 x');
  });

  it('have a placeholder text if the message contains no visible character', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: \u202e\n');
    await until(() => marked()[0] === '0:0 compiler output');
  });

  it('appear when an unreadable file becomes readable, and disappear with the file', async () => {
    const { world, problems, store, judged } = loaded;
    const record = store.get(await judged(file, 'src:1:1: error: x\n'));
    assert.ok(record);
    assert.equal(await problems.filesOf(record), null);
    assert.deepEqual(marked(), []);
    world.create(file, 'one;\n');
    await until(() => marked().length === 1);
    world.delete(file);
    await until(() => marked().length === 0);
    world.create(file, 'one;\n');
    await until(() => marked().length === 1);
    world.delete('file:///project/a');
    await until(() => marked().length === 0);
  });

  for (const [where, folder] of [
    ['in the workspace', 'file:///project/a'],
    ['outside the workspace', 'file:///home/me'],
  ] as const) {
    it(`disappear when another program deletes their file ${where}, and return with the file`, async () => {
      const { world, judged } = loaded;
      const watched = `${folder}/main.cpp`;
      world.disk.set(watched, 'one;\n');
      await judged(watched, 'src:1:1: error: x\n');
      await until(() => marked(watched).length === 1);
      world.deleteOutside(watched);
      await until(() => marked(watched).length === 0);
      world.writeOutside(watched, 'one;\n');
      await until(() => marked(watched).length === 1);
    });
  }

  it('disappear when another program deletes a folder of the workspace', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    world.deleteOutside('file:///project/a');
    await until(() => marked().length === 0);
  });

  it('disappear when another program deletes a folder that was added to the workspace later', async () => {
    const { world, judged } = loaded;
    const added = 'file:///home/me/a/main.cpp';
    world.disk.set(added, 'one;\n');
    await judged(added, 'src:1:1: error: x\n');
    await until(() => world.watcherCount === 1);
    world.addFolder('file:///home/me');
    try {
      assert.equal(world.watcherCount, 1);
      world.deleteOutside('file:///home/me/a');
      await until(() => marked(added).length === 0);
    } finally {
      world.removeFolder('file:///home/me');
    }
  });

  it('don’t recompute which files to watch after an unrelated change', async () => {
    const { world, store, judged } = loaded;
    world.disk.set(file, 'one;\n');
    const key = await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    await settle();
    const read = mock.method(store, 'get');
    const other = await judged(null, '');
    await until(() => read.mock.calls.some(({ arguments: [asked] }) => asked === other));
    await settle();
    assert.equal(read.mock.calls.filter(({ arguments: [asked] }) => asked === key).length, 0);
  });

  it('move when another program changes their closed file', async () => {
    const { world, judged } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    world.writeOutside(file, 'new;\none;\n');
    await until(() => marked()[0] === '1:0 x');
  });

  it('share one watcher for the workspace, which is disposed when there are no Problems', async () => {
    const { world, store, judged } = loaded;
    const [other, outside] = ['file:///project/b.cpp', 'file:///home/me/c.cpp'];
    for (const uri of [file, other, outside]) world.disk.set(uri, 'one;\n');
    assert.equal(world.watcherCount, 0);
    const keys = [];
    for (const uri of [file, other, outside]) keys.push(await judged(uri, 'src:1:1: error: x\n'));
    await until(() => world.watcherCount === 2);
    await store.remove(keys);
    await until(() => world.watcherCount === 0);
  });

  it('are in the file that was sent with the program, although another file has the same name', async () => {
    const { world, store, judged } = loaded;
    const [sent, other] = ['file:///project/lib/util.cpp', 'file:///project/old/util.cpp'];
    world.disk.set(file, 'int main;\n');
    for (const uri of [sent, other]) world.disk.set(uri, 'one;\ntwo;\n');
    const key = await judged(file, 'util.cpp:1:1: error: x\nutil.cpp:2:1: error: y\n');
    const { source } = store.get(key) ?? assert.fail();
    assert.ok(source);
    await store.update(key, { source: { ...source, others: [sent] } });
    await until(() => marked(sent).length === 2);
    assert.deepEqual([marked(), marked(sent), marked(other)], [[], ['0:0 x', '1:0 y'], []]);
  });

  it('are at the same positions as in the list, also in other files and after edits', async () => {
    const { world, store, problems, judged } = loaded;
    const header = 'file:///project/b/grader.h';
    world.disk.set(file, '\tint a;\n');
    world.disk.set(header, 'three;\n');
    const printed = [
      'src:1:13: error: x\n    1 |         int a;\n      |             ^\n',
      'grader.h:1:1: error: z\n',
    ];
    const record = store.get(await judged(file, printed.join('')));
    assert.ok(record);
    const positions = async () =>
      [...(await problems.positionsOf(record))].map(
        ([messageLine, { uri, range }]) =>
          `${messageLine} ${uri.toString()} ${range.start.line}:${range.start.character}`,
      );
    assert.deepEqual(await positions(), [`0 ${file} 0:5`, `3 ${header} 0:0`]);
    await until(() => marked().length === 1);
    assert.deepEqual(marked(), ['0:5 x']);
    const moved: string[] = [];
    problems.onDidMove((key) => moved.push(key));
    const document = world.open(file);
    world.edit(document, insert(0, 0, 'new;\n'), 'new;\n\tint a;\n');
    world.save(document);
    await until(() => marked()[0] === '1:5 x');
    assert.deepEqual(await positions(), [`0 ${file} 1:5`, `3 ${header} 0:0`]);
    assert.ok(moved.includes(record.key));
    const untied = store.get(await judged(null, 'unknown.cpp:1:1: error: x\n'));
    assert.ok(untied);
    assert.equal((await problems.positionsOf(untied)).size, 0);
  });

  it('follow a document that is closed without saving', async () => {
    const { world, store, judged } = loaded;
    world.disk.set(file, 'one;\n');
    const key = await judged(file, 'src:1:1: error: x\n');
    await until(() => marked().length === 1);
    const document = world.open(file);
    world.edit(document, insert(0, 0, '\n\n'), '\n\none;\n');
    await store.update(key, { label: 'mine' });
    await until(() => marked()[0] === '2:0 x');
    world.close(document);
    await until(() => marked()[0] === '0:0 x');
  });

  describe('for a run-time error', () => {
    const program = 'file:///project/a/main.py';
    const died = (line: number, error: string) =>
      `Traceback (most recent call last):\n  File "/box/script.py", line ${line}, in <module>\n    main()\n${error}\n`;

    beforeEach(() => loaded.world.disk.set(program, 'one\ntwo\n'));

    it('require no compilation', async () => {
      const { crashed } = loaded;
      await crashed(program, ['', died(2, 'KeyError: 1')]);
      await until(() => marked(program).length > 0);
      assert.deepEqual(marked(program), ['1:0 case 2: KeyError: 1']);
    });

    it('are restored after a restart', async () => {
      const { crashed, reload } = loaded;
      await crashed(program, [died(2, 'KeyError: 1')]);
      await until(() => marked(program).length > 0);
      reload();
      assert.deepEqual(marked(program), []);
      await until(() => marked(program)[0] === '1:0 case 1: KeyError: 1');
    });

    it('are updated when only a case’s output has changed', async () => {
      const { crashed } = loaded;
      const before = await crashed(program, [died(2, 'KeyError: 1'), died(2, 'KeyError: 1')]);
      await until(() => marked(program)[0] === '1:0 cases 1, 2: KeyError: 1');
      await crashed(program, [died(1, 'ValueError: 2'), died(2, 'KeyError: 1')], { before });
      await until(() => marked(program)[0] === '0:0 case 1: ValueError: 2');
      assert.deepEqual(marked(program), ['0:0 case 1: ValueError: 2', '1:0 case 2: KeyError: 1']);
      await crashed(program, ['', ''], { before });
      await until(() => marked(program).length === 0);
    });

    it('stay unchanged while cases without new errors arrive', async () => {
      const { crashed, world } = loaded;
      const crash = died(2, 'KeyError: 1');
      const before = await crashed(program, [crash], { isPending: true });
      await until(() => marked(program).length > 0);
      const times = world.timesSet;
      for (const more of [[''], ['', 'debug: x = 3\n'], ['', 'debug: x = 3\n', '']])
        await crashed(program, [crash, ...more], { before, isPending: true });
      // Runs in order, so this comes after all of them.
      await crashed(program, [crash, '', '', '', crash], { before });
      await until(() => marked(program)[0] === '1:0 cases 1, 5: KeyError: 1');
      assert.equal(world.timesSet, times + 1);
    });

    it('replace an older result’s Problems, which return when the newer result is removed', async () => {
      const { crashed, judged, store } = loaded;
      await judged(program, 'src:1:1: error: x\n');
      await until(() => marked(program)[0] === '0:0 x');
      const key = await crashed(program, [died(2, 'KeyError: 1')]);
      await until(() => marked(program)[0] === '1:0 case 1: KeyError: 1');
      await store.remove([key]);
      await until(() => marked(program)[0] === '0:0 x');
    });

    it('appear and disappear with their file', async () => {
      const { crashed, world } = loaded;
      await crashed(program, [died(2, 'KeyError: 1')]);
      await until(() => marked(program).length === 1);
      world.delete(program);
      await until(() => marked(program).length === 0);
      world.create(program, 'one\ntwo\n');
      await until(() => marked(program)[0] === '1:0 case 1: KeyError: 1');
    });
  });

  it('disappear with a newer verdict that needs a compiled program, although the judge shows nothing else', async () => {
    const { crashed, judged, world } = loaded;
    world.disk.set(file, 'one;\n');
    await judged(file, 'src:1:1: error: x\n');
    await until(() => marked()[0] === '0:0 x');
    const before = await crashed(file, [], { isPending: true });
    await settle();
    assert.deepEqual(marked(), ['0:0 x']);
    await crashed(file, [], { before });
    await until(() => marked().length === 0);
  });

  describe('for a teacher’s remarks', () => {
    const remark = (line: number, code: string) => ({ author: 'teacher', line, code, text: 'Why?' });

    it('are at the line, also if the judge removed the empty lines above it', async () => {
      const { remarked, world } = loaded;
      world.disk.set(file, '\n\nint first = 1;\n  int second = 2;\n');
      await remarked(file, [remark(2, '  int second = 2;')]);
      await until(() => marked().length > 0);
      assert.deepEqual(marked(), ['3:2 teacher: Why?']);
      const [problem] = world.problems.get(file) ?? [];
      assert.equal(problem?.source, 'judge (feedback)');
    });

    it('don’t replace the compiler’s warnings of a newer result', async () => {
      const { remarked, judged, world } = loaded;
      world.disk.set(file, 'one;\ntwo;\n');
      await remarked(file, [remark(1, '')]);
      await until(() => marked()[0] === '0:0 teacher: Why?');
      await judged(file, 'src:2:1: error: x\n');
      await until(() => marked()[0] === '1:0 x');
      assert.equal(marked().length, 1);
    });
  });
});
