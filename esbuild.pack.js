// Puts chunks together, each as a function that is called when it is first asked for:
//   dist/extension.js  what VS Code's start on a computer loads, and nothing more
//   dist/web.js        the whole extension for a browser, in one file; on a computer, what is loaded on first use
//   dist/desktop.js    what only a computer can use
// So what both have ships once, and a chunk that the start has loaded already is not made a second time.
const path = require('node:path');

/** One chunk: `imports` are base names of chunks, `externals` what the editor or Node has. */
/** @typedef {{ name: string, code: string, imports: string[], later: string[], externals: string[] }} Chunk */

/**
 * @param {ReadonlyMap<string, Chunk>} chunks by base name, the two entries among them
 * @param {(names: readonly string[], entry: string) => Promise<string>} startOf bundles what the start consists of
 * @returns {Promise<Map<string, string>>} file name → text
 */
async function pack(chunks, { onComputer, inBrowser, startOf }) {
  const start = reach(chunks, [onComputer], ({ imports }) => imports);
  const forNode = needingNode(chunks);
  const web = reach(chunks, [inBrowser], ({ imports, later }) => [
    ...imports,
    ...later.filter((it) => !forNode.has(it)),
  ]);
  const stray = [...web].filter((name) => forNode.has(name));
  if (stray.length > 0) throw new Error(`${stray.join(', ')} needs Node, and a browser loads it`);
  const desktop = [...chunks.keys()].filter((name) => !start.has(name) && !web.has(name));
  const select = (names) => [...names].map((name) => chunks.get(name));
  return new Map([
    ['extension.js', startFile(await startOf([...start], onComputer))],
    ['web.js', webFile(select(web), inBrowser)],
    ['desktop.js', `"use strict";\nexports.parts={${functions(select(desktop))}};\n`],
  ]);
}

/** The chunks that a browser can't have: they need Node's modules, or a chunk that does. */
function needingNode(chunks) {
  const found = new Set();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, imports, externals } of chunks.values()) {
      if (externals.some((it) => it !== 'vscode') || imports.some((it) => found.has(it))) found.add(name);
    }
  }
  return found;
}

function reach(chunks, from, next) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    next(chunks.get(name)).forEach(visit);
  };
  from.forEach(visit);
  return seen;
}

function functions(chunks) {
  return chunks
    .map(({ name, code }) => `${JSON.stringify(name)}(exports,module,require){${code}}`)
    .join(',\n');
}

/** `make` gives a part's exports and makes it at its first use, `from` is the `require` of the parts. */
function maker(find) {
  return `const made={};const make=name=>{let m=made[name];if(!m){m=made[name]={exports:{}};(${find})(m.exports,m,from)}return m.exports};const from=id=>id[0]==="."?make(id.slice(id.lastIndexOf("/")+1)):require(id);`;
}

/** The start is bundled once more, as one piece; what it consists of is made, for whoever asks later. */
function startFile(bundle) {
  const find = '(rest??={...require("./web.js").parts,...require("./desktop.js").parts})[name]';
  return `"use strict";let rest;${maker(find)}(function(require,module){${bundle}})(from,module);for(const[name,exports]of Object.entries(module.exports.start))made[name]={exports};\n`;
}

/** Nothing is made before `activate` is called: on a computer only the table is taken. */
function webFile(chunks, entry) {
  return `"use strict";const parts={${functions(chunks)}};\n${maker('parts[name]')}exports.parts=parts;exports.activate=context=>make(${JSON.stringify(entry)}).activate(context);\n`;
}

/** The chunks of a build, from esbuild's own description of it; `codeOf` gives a file's text as CommonJS. */
async function chunksOf(metafile, codeOf) {
  const chunks = new Map();
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    if (!file.endsWith('.js')) continue;
    const name = path.basename(file);
    if (chunks.has(name)) throw new Error(`two chunks are called ${name}`);
    const named = (wanted) =>
      imports.filter(wanted).map((it) => (it.external ? it.path : path.basename(it.path)));
    chunks.set(name, {
      name,
      code: await codeOf(file),
      imports: named(({ kind, external }) => kind === 'import-statement' && !external),
      later: named(({ kind, external }) => kind === 'dynamic-import' && !external),
      externals: named(({ kind, external }) => kind !== 'dynamic-import' && external),
    });
  }
  return chunks;
}

module.exports = { chunksOf, pack };
