// Builds the extension into dist/.
//   node esbuild.js               development build with source maps
//   node esbuild.js --watch       the same, again at each change (problem matcher: .vscode/tasks.json)
//   node esbuild.js --production  minified, no source maps
//
// What activation needs is small; what stands behind an `import()` is in chunks that are loaded on first use. esbuild splits only ES modules, VS Code loads only CommonJS: so each split output is transformed once more.
const fs = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { chunksOf, pack } = require('./esbuild.pack.js');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const outdir = path.join(__dirname, 'dist');

/**
 * @type {esbuild.Plugin} turns the split ES modules into CommonJS and writes them: packed for people; while developing
 * one by one, so that source maps hold, with the browser's file beside them
 */
const commonJsChunks = {
  name: 'commonjs-chunks',
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const files = new Map((result.outputFiles ?? []).map((file) => [path.basename(file.path), file]));
      const codeOf = async (name) => toCommonJs(files.get(path.basename(name)), false);
      const packed = await pack(await chunksOf(result.metafile, codeOf), {
        onComputer: 'extension.js',
        inBrowser: 'browser.js',
        startOf: (names, entry) => bundleStart(files, names, entry),
      });
      await fs.rm(outdir, { recursive: true, force: true });
      await fs.mkdir(path.join(outdir, 'chunks'), { recursive: true });
      const written = production ? [...packed] : [['web.js', packed.get('web.js')]];
      for (const [name, text] of written) await fs.writeFile(path.join(outdir, name), text);
      if (production) return fs.rmdir(path.join(outdir, 'chunks'));
      for (const file of files.values()) await fs.writeFile(file.path, await toCommonJs(file, true));
    });
  },
};

/** The chunks that the start consists of as one piece, with each of them under its name in `start`. */
async function bundleStart(files, names, entry) {
  const list = names.map((name, index) => ({ name, index }));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: [
        ...list.map(({ name, index }) => `import * as part${index} from './${name}';`),
        `export { activate, deactivate } from './${entry}';`,
        `export const start = {${list.map(({ name, index }) => `'${name}': part${index}`).join()}};`,
      ].join('\n'),
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'neutral',
    target: 'node20',
    minify: production,
    charset: 'utf8',
    supported: { 'dynamic-import': false },
    plugins: [
      {
        name: 'chunks',
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path: id }) => {
            const name = path.basename(id);
            const isPart = id.startsWith('.') && names.includes(name);
            return isPart ? { path: name, namespace: 'chunk' } : { path: id, external: true };
          });
          build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: name }) => ({
            contents: files.get(name).text,
            loader: 'js',
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

async function toCommonJs(file, withMap) {
  const { code } = await esbuild.transform(file.text, {
    format: 'cjs',
    // for Node, each file would also name its exports for importers of ES modules: there are none
    platform: 'neutral',
    target: 'node20',
    minify: production,
    charset: 'utf8',
    sourcemap: withMap ? 'inline' : false,
    // `import('./chunk.js')` becomes a `require` behind a promise
    supported: { 'dynamic-import': false },
  });
  return code;
}

/** @type {(name: string) => esbuild.Plugin} writes down what went into the build, in out/<name>.json */
const description = (name) => ({
  name: 'description',
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      if (!metafile) return;
      await fs.mkdir(path.join(__dirname, 'out'), { recursive: true });
      await fs.writeFile(path.join(__dirname, 'out', `${name}.json`), JSON.stringify(metafile));
    });
  },
});

/** What is loaded together on first use: few files in the package, and still nothing that isn't needed. */
const groups = [
  { name: 'desktop', holds: /\/src\/(records\/disk|editor\/(callback|devSession))\b/ },
  { name: 'rows', holds: /\/src\/editor\/tree\/(rows|tooltips)\b/ },
  { name: 'messages', holds: /\/src\/(compiler|editor\/(diagnostics|compileMessage|commands\/sources))\b/ },
  { name: 'work', holds: /\/src\// },
];
const dynamicImport = /(?<!typeof )\bimport\('(\.{1,2}\/[^']+)'\)/g;

/**
 * @type {esbuild.Plugin} makes each `import('./part')` of our own code load the group that the part belongs to: one
 * chunk for each of them would be some fifty small files, and as many helpers.
 */
const chunkGroups = {
  name: 'chunk-groups',
  setup(build) {
    /** @type {Map<string, string[]>} files of each group; a file's place in the list is its name in the chunk */
    const members = new Map(groups.map(({ name }) => [name, []]));
    build.onStart(async () => {
      for (const name of await fs.readdir(path.join(__dirname, 'src'), { recursive: true })) {
        const file = path.join(__dirname, 'src', name);
        if (!file.endsWith('.ts')) continue;
        for (const [, target] of (await fs.readFile(file, 'utf8')).matchAll(dynamicImport)) {
          const part = await fileOf(file, target);
          const list = members.get(groupOf(part)) ?? [];
          if (isLeftOut(part) || list.includes(part)) continue;
          list.push(part);
          list.sort();
        }
      }
    });
    build.onResolve({ filter: /^group:/ }, ({ path: name }) => ({ path: name.slice(6), namespace: 'group' }));
    build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: name }) => ({
      contents: (members.get(name) ?? [])
        .map((part, index) => `export * as part${index} from ${JSON.stringify(part)};`)
        .join('\n'),
      resolveDir: __dirname,
    }));
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const text = await fs.readFile(file, 'utf8');
      let contents = text;
      for (const [whole, target] of text.matchAll(dynamicImport)) {
        const part = await fileOf(file, target);
        if (isLeftOut(part)) continue;
        const group = groupOf(part);
        const index = members.get(group)?.indexOf(part);
        contents = contents.replace(whole, `import('group:${group}').then((it) => it.part${index})`);
      }
      return { contents, loader: 'ts' };
    });
  },
};

async function fileOf(importer, target) {
  const base = path.resolve(path.dirname(importer), target);
  const isFile = await fs.access(`${base}.ts`).then(
    () => true,
    () => false,
  );
  return isFile ? `${base}.ts` : path.join(base, 'index.ts');
}

function groupOf(file) {
  return groups.find(({ holds }) => holds.test(file.replaceAll('\\', '/'))).name;
}

/** The development session isn't in packaged builds: its import stands in code that is dropped. */
function isLeftOut(file) {
  return production && path.basename(file) === 'devSession.ts';
}

/**
 * @type {esbuild.Plugin} VS Code puts proxies and certificates into `http`, `https`, `net` and `tls`, but only under
 * these names: what asks for `node:http` would get Node's own.
 */
const networkOfVsCode = {
  name: 'network-of-vs-code',
  setup(build) {
    build.onResolve({ filter: /^node:(?:https?|net|tls)$/ }, ({ path: name }) => ({
      path: name.slice('node:'.length),
      external: true,
    }));
  },
};

/** What is taken of packages: of `ws` the client, of `node-fetch` all but what Node has had itself since it was written. */
const lean = {
  'ws/wrapper.mjs': `import WebSocket from './lib/websocket.js'; export { WebSocket };`,
  'fetch-blob/index.js': 'const { Blob } = globalThis; export { Blob }; export default Blob;',
  'fetch-blob/from.js':
    'export const { Blob, File } = globalThis; const fromDisk = undefined; export { fromDisk as fileFrom, fromDisk as fileFromSync, fromDisk as blobFrom, fromDisk as blobFromSync };',
  'formdata-polyfill/esm.min.js':
    'export const { FormData, File } = globalThis; export const formDataToBlob = undefined;',
  'node-fetch/src/utils/multipart-parser.js': 'export const toFormData = undefined;',
};

/** @type {esbuild.Plugin} leaves out what we don't call: answers are read as text, and forms are never sent */
const leanPackages = {
  name: 'lean-packages',
  setup(build) {
    const filter = /[\\/]node_modules[\\/](?:ws|node-fetch|fetch-blob|formdata-polyfill)[\\/].*\.m?js$/;
    build.onLoad({ filter }, ({ path: file }) => {
      const contents = lean[file.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '')];
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
  },
};

/** @type {esbuild.Plugin} prints what VS Code's problem matcher in .vscode/tasks.json waits for */
const problemMatcher = {
  name: 'problem-matcher',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd((result) => {
      for (const { text, location } of result.errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log('[watch] build finished');
    });
  },
};

/** The page of the record panel: its own program, for a browser, in the one folder that webviews may read. */
function pageContext() {
  return esbuild.context({
    entryPoints: ['page.ts', 'page.css'].map((name) => ({
      in: path.join(__dirname, 'src', 'panel', name),
      out: 'panel',
    })),
    outdir: path.join(__dirname, 'media'),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    // what the oldest supported VS Code shows pages with
    target: 'chrome128',
    minify: production,
    sourcemap: production ? false : 'inline',
    metafile: true,
    // the licences of what is bundled are in THIRD-PARTY-NOTICES, which the package gets
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [description('meta.panel')],
  });
}

async function main() {
  const page = await pageContext();
  const context = await esbuild.context({
    entryPoints: {
      extension: path.join(__dirname, 'src', 'extension.ts'),
      browser: path.join(__dirname, 'src', 'editor', 'web.ts'),
    },
    outdir,
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    target: 'node20',
    minify: production,
    sourcemap: production ? false : 'inline',
    charset: 'utf8',
    metafile: true,
    legalComments: 'none',
    // a development session hands over a local service; packaged builds have no such code
    define: { DEVELOPMENT: String(!production) },
    // the polyfill is for a Node without streams: no VS Code has one
    external: ['vscode', 'web-streams-polyfill'],
    logLevel: watch ? 'silent' : 'warning',
    plugins: [
      networkOfVsCode,
      leanPackages,
      chunkGroups,
      commonJsChunks,
      description('meta'),
      ...(watch ? [problemMatcher] : []),
    ],
  });
  if (watch) {
    await Promise.all([page.watch(), context.watch()]);
  } else {
    await Promise.all([page.rebuild(), context.rebuild()]);
    await Promise.all([page.dispose(), context.dispose()]);
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
