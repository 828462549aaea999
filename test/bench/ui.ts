/**
 * npm run bench -- ui: times that users notice in the tree and on the page of a result. The code of the extension creates
 * the rows of the tree, with a stand-in for the classes of VS Code. The page is the built page in a real browser, measured
 * until it is painted, and compared with a page that builds every square.
 */
import type { Envelope } from '../../src/results';
import { TYPING_PAUSE_MS } from '../../src/editor/diagnostics/limits';
import { headlessRunsHere, launchBrowser } from '../../tools/host/index';
import { loadEditorSide } from '../ui/panel/editorSide';
import { PanelPage } from '../ui/panel/panelPage';
import { caseOf, envelopeOf, judgementOf, large, subtaskOf } from '../ui/panel/records';
import { median, ms, runAlone, timed, type Row } from './row';
import { loadProblems } from '../unit/support/loadProblems';
import { loadTree } from './ui/tree';

const rounds = 15;
const inPanel = 10_000;

/** Returns a result of which `done` cases are finished. The first is the slowest, so that no bar changes later. */
function partly(done: number, all: number): Envelope {
  const cases = Array.from({ length: all }, (_, index) =>
    index < done
      ? caseOf(index + 1, index % 7 === 3 ? 6 : 12, { time: index === 0 ? 1000 : (index * 7919) % 1000 })
      : caseOf(index + 1, 0, { score: null, time: null, memory: null, description: null }),
  );
  return envelopeOf(judgementOf(1, [subtaskOf(0, 1, cases)]));
}

const noServices = {
  judgeOf: async () => null,
  onDidChange: () => ({ dispose: () => undefined }),
};

/** No row of this measurement is a compiler message. */
const noPositions = () => Promise.reject(new Error('no positions'));

async function tree(): Promise<readonly Row[]> {
  const { RecordsTree, TreeRows, open, bareRow } = await loadTree();
  const opening: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { store, key } = await open(large(1000));
    const records = new RecordsTree(store, noServices, async () => TreeRows, noPositions);
    const parts = await records.getChildren(records.record(key));
    const subtask = parts.find(({ kind }) => kind === 'subtask');
    let rows = 0;
    const rowsOf = async (): Promise<void> => {
      for (const node of await records.getChildren(subtask)) {
        await records.getTreeItem(node);
        rows += 1;
      }
    };
    opening.push(await timed(rowsOf));
    if (rows !== 1000) throw new Error(`${rows} rows`);
    records.dispose();
  }
  const bare = await timed(() => Array.from({ length: 1000 }, (_, index) => bareRow(`#${index}`)));

  const { store, key, accept } = await open(partly(5000, inPanel));
  const records = new RecordsTree(store, noServices, async () => TreeRows, noPositions);
  const [subtask] = (await records.getChildren(records.record(key))).filter(({ kind }) => kind === 'subtask');
  await records.getChildren(subtask);
  const refreshed: (readonly unknown[] | undefined)[] = [];
  records.onDidChangeTreeData((nodes) => refreshed.push(nodes));
  const updating: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const later = partly(5000 + round, inPanel);
    updating.push(await timed(() => accept(later)));
  }
  records.dispose();
  const whole = refreshed.filter((nodes) => nodes === undefined).length;
  return [
    {
      measure: 'expanding a subtask of 1,000 cases in the tree',
      ours: ms(median(opening)),
      peer: `1,000 bare rows ${ms(bare)}`,
      ratio: median(opening) / bare,
      budget: '≤ 16 ms',
      met: median(opening) <= 16,
      ifMissed:
        'The first rounds, before V8 has optimized the code, take 20 ms and more, later ones 8 to 11 ms.',
    },
    {
      measure: `updating the tree with a partial result of ${inPanel.toLocaleString('en')} cases`,
      ours: `${ms(median(updating))}, ${whole} refreshes of the whole tree`,
      peer: '',
      budget: '≤ 50 ms, no refresh of the whole tree',
      met: median(updating) <= 50 && whole === 0,
    },
  ];
}

/** Problems in an edited file. GCC prints the source line of each, and a note about the next line. */
const problemCount = 1000;
const moveLimit = 10;

/** What moves the Problems. */
const moves = {
  saving: 'saving a file',
  pausing: 'pausing while typing in a file',
};

/** Inserts a line above all Problems in each round, changes the token of another Problem, and saves or pauses. */
async function moving(by: keyof typeof moves): Promise<readonly Row[]> {
  const file = 'file:///project/main.cpp';
  const { world, clock, counts, judged, dispose } = await loadProblems();
  try {
    const lines = Array.from(
      { length: 3 * problemCount },
      (_, at) => `  int name${at} = ${at}; // as others are`,
    );
    world.disk.set(file, lines.join('\n'));
    await judged(file, warningsOf(lines.slice(0, problemCount)));
    const shown = () => world.problems.get(file);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (shown()?.length !== problemCount) await turn();
    const document = world.open(file);
    const [parses, searches] = [counts.parses, world.searches];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const touched = 3 * round + 20;
      lines[touched] = lines[touched]?.replace('name', 'named') ?? '';
      world.edit(document, insertion(touched, 10, 'd'), lines.join('\n'));
      lines.unshift('// new');
      world.edit(document, insertion(0, 0, '// new\n'), lines.join('\n'));
      const before = shown();
      // CPU time: neither waits for anything, and other programs hardly change it
      const start = process.cpuUsage();
      if (by === 'saving') world.save(document);
      else await clock.advance(TYPING_PAUSE_MS);
      while (shown() === before) await turn();
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
      const outdated = shown()?.filter(({ message }) => message.includes('older version')).length;
      if (outdated !== round + 1) throw new Error(`${outdated} are outdated`);
    }
    // other programs only make a round slower
    const fastest = Math.min(...times);
    const [parsed, searched] = [counts.parses - parses, world.searches - searches];
    const what = `${moves[by]} with ${problemCount.toLocaleString('en')} Problems that move`;
    return [
      {
        measure: `${what}, fastest of ${rounds}`,
        headline: what,
        ours: `${ms(fastest)}, ${parsed} messages parsed, ${searched} searches of the workspace`,
        peer: `limit ${ms(moveLimit)}`,
        ratio: fastest / moveLimit,
        budget: '≤ 1, none parsed, no search',
        met: fastest <= moveLimit && parsed === 0 && searched === 0,
      },
    ];
  } finally {
    dispose();
  }
}

function warningsOf(lines: readonly string[]): string {
  const warned = lines.map((line, at) => {
    const name = `name${at}`;
    return [
      `src:${at + 1}:7: warning: unused variable ‘${name}’ [-Wunused-variable]`,
      `${String(at + 1).padStart(5)} | ${line}`,
      `      | ${' '.repeat(6)}${'^'.padEnd(name.length, '~')}`,
      `src:${at + 2}:7: note: this one is like it`,
    ].join('\n');
  });
  return `${warned.join('\n')}\n`;
}

function insertion(line: number, character: number, text: string) {
  const at = { line, character };
  return { range: { start: at, end: at }, text };
}

async function panel(): Promise<readonly Row[]> {
  const side = await loadEditorSide();
  const { browser, context } = await launchBrowser({ viewport: { width: 1280, height: 860 } });
  try {
    const opening: number[] = [];
    const building: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const page = await PanelPage.open(context);
      opening.push(await page.paint(await side.show(large(inPanel))));
      building.push(await page.page.evaluate<number>(`(${everySquare})(${inPanel})`));
      await page.page.close();
    }

    const page = await PanelPage.open(context);
    const { show, next } = await side.follow(partly(20, inPanel));
    await page.paint(show);
    const updating: number[] = [];
    let redrawn = 0;
    for (let round = 1; round <= rounds; round += 1) {
      await page.page.evaluate(watchSquares);
      const later = partly(20 + round, inPanel);
      const put = await timedValue(() => next(later));
      updating.push(put.took + (await page.paint(put.value)));
      redrawn = Math.max(redrawn, await page.page.evaluate<number>('window.redrawn.size'));
    }
    return [
      {
        measure: `opening the page of a result with ${inPanel.toLocaleString('en')} cases, until it is painted`,
        headline: `opening the page of a result with ${inPanel.toLocaleString('en')} cases, until it is painted`,
        ours: ms(median(opening)),
        peer: `building every square ${ms(median(building))}`,
        ratio: median(opening) / median(building),
        budget: '≤ 0.5',
        met: median(opening) <= median(building) / 2,
      },
      {
        measure: `updating one of ${inPanel.toLocaleString('en')} cases on the page, until it is painted`,
        ours: `${ms(median(updating))}, at most ${redrawn} squares redrawn`,
        peer: '',
        budget: '≤ 50 ms, only changed squares',
        met: median(updating) <= 50 && redrawn <= 2,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function timedValue<Value>(
  action: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly took: number }> {
  const start = performance.now();
  const value = await action();
  return { value, took: performance.now() - start };
}

// The following code runs in the page, without types.

/** The baseline: builds all squares, copies of one square of the page, in a grid. */
const everySquare = `(count) => {
  const square = document.querySelector('.square');
  const grid = document.createElement('div');
  grid.style.cssText = 'display: flex; flex-wrap: wrap; gap: 6px';
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    const one = square.cloneNode(true);
    one.querySelector('.number').textContent = '#' + (index + 1);
    grid.append(one);
  }
  document.querySelector('main').replaceChildren(grid);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(performance.now() - start);
    requestAnimationFrame(() => port2.postMessage(null));
  });
}`;

/** Records the squares that change from now on. */
const watchSquares = `(() => {
  window.redrawn = new Set();
  window.watch?.disconnect();
  window.watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const square = (target.nodeType === 1 ? target : target.parentElement)?.closest('.square');
      if (square) window.redrawn.add(square);
    }
  });
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  window.watch.observe(document.querySelector('main'), options);
})()`;

export async function measure(): Promise<readonly Row[]> {
  const problems = [...(await moving('saving')), ...(await moving('pausing'))];
  return [...(await tree()), ...problems, ...(headlessRunsHere() ? await panel() : [])];
}

runAlone(import.meta.filename, measure);
