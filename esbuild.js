// Builds the extension for desktop VS Code and for the browser, the page of a record, and the MCP server.
//   node esbuild.js               development build with inline source maps
//   node esbuild.js --watch       builds again after each change, and reports type errors (.vscode/tasks.json)
//   node esbuild.js --check       writes nothing; fails if there is an error, such as a Node module in the browser's build
//   node esbuild.js --production  minified, with separate source maps; lists the contents of each file in out/build/
const { spawn } = require('node:child_process');
const fs = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: __dirname,
  bundle: true,
  minify: production,
  // source maps are published with the release, not in the package
  sourcemap: production ? 'external' : 'inline',
  charset: 'utf8',
  // the package contains the licenses of bundled packages in THIRD-PARTY-NOTICES.txt
  legalComments: 'none',
  metafile: true,
  logLevel: watch ? 'silent' : 'warning',
};

const start = 'src/extension.ts';

/**
 * Puts all code that activation loads into one file. esbuild creates one file for each set of modules that the same entry
 * points need, and the target of each `import()` is an entry point. So this plugin makes each of these targets import the
 * start as well.
 * @type {esbuild.Plugin}
 */
const startInOneFile = {
  name: 'start-in-one-file',
  setup(build) {
    const namespace = 'first-use';
    build.onResolve({ filter: /^\./ }, async ({ path: target, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === namespace) return undefined;
      const resolved = await build.resolve(target, { kind, importer, resolveDir, pluginData: namespace });
      if (resolved.external || resolved.errors.length > 0) return resolved;
      // relative, because the name of the created file depends on this path and must be the same on all machines
      return { path: path.relative(__dirname, resolved.path).replaceAll('\\', '/'), namespace };
    });
    build.onLoad({ filter: /./, namespace }, ({ path: target }) => ({
      contents: `import './${start}'; export * from './${target}';`,
      resolveDir: __dirname,
    }));
  },
};

/** Modules of packages with parts that the extension doesn't use, by the end of their path, and what replaces them. */
const unusedParts = {
  // `ws` without its server
  'ws/wrapper.mjs': "export { default as WebSocket } from './lib/websocket.js';",
  // node-fetch without files as request bodies
  'fetch-blob/from.js':
    "export { default as Blob } from './index.js'; export const File = undefined, fileFromSync = undefined, fileFrom = undefined, blobFromSync = undefined, blobFrom = undefined;",
};

/** @type {esbuild.Plugin} leaves out code of packages that esbuild can't recognize as unused */
const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup(build) {
    const ends = Object.keys(unusedParts).map((end) => end.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'));
    const filter = new RegExp(`[\\\\/]node_modules[\\\\/](${ends.join('|')})$`);
    build.onLoad({ filter }, ({ path: file }) => ({
      contents: unusedParts[file.split(/[\\/]/).slice(-2).join('/')],
      resolveDir: path.dirname(file),
    }));
  },
};

/** @type {Record<string, esbuild.BuildOptions>} */
const builds = {
  // the target of each `import()` becomes a separate file, loaded on first use
  desktop: {
    ...common,
    entryPoints: ['src/extension.ts'],
    plugins: [startInOneFile, withoutUnusedParts],
    // `startInOneFile` adds imports that have no effect except on how esbuild splits the files
    logOverride: { 'ignored-bare-import': 'silent' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    platform: 'node',
    target: 'node20',
    // `ws` is CommonJS and loads Node's modules with `require`
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    // parts of node-fetch that are never loaded: a polyfill for streams, and a reader of forms in responses
    external: ['vscode', 'web-streams-polyfill', './utils/multipart-parser.js'],
    // the code that connects to the local service of a development session isn't part of packaged builds
    define: { DEVELOPMENT: String(!production) },
  },
  // the MCP server, which assistants start as a separate process
  mcp: {
    ...common,
    entryPoints: ['src/assistant/server/main.ts'],
    outfile: 'dist/mcp.js',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // leaves out the SDK's validators, which the server doesn't need
    alias: { '@modelcontextprotocol/server/_shims': './src/assistant/server/noValidators.ts' },
  },
  // VS Code for the Web loads a single CommonJS file; the build fails if it imports a Node module
  web: {
    ...common,
    entryPoints: ['src/editor/web/index.ts'],
    outfile: 'dist/web.js',
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    external: ['vscode'],
  },
  // in the only folder that webviews can read
  panel: {
    ...common,
    entryPoints: [
      { in: 'src/resultPage/page.ts', out: 'panel' },
      { in: 'src/resultPage/page.css', out: 'panel' },
      { in: 'src/resultPage/samplePage/page.ts', out: 'sample' },
      { in: 'src/resultPage/samplePage/page.css', out: 'sample' },
      { in: 'src/resultPage/samplePage/page.ts', out: 'sample' },
      { in: 'src/resultPage/samplePage/page.css', out: 'sample' },
    ],
    outdir: 'media',
    format: 'iife',
    platform: 'browser',
    // the browser in the oldest supported VS Code
    target: 'chrome132',
  },
};

/**
 * The file that `main` in the manifest refers to. It is CommonJS, because the web worker host of the oldest supported VS
 * Code rejects an extension whose `main` is an ES module.
 */
const main = `exports.activate = async (context) => (await import('./extension.mjs')).activate(context);
exports.deactivate = async () => (await import('./extension.mjs')).deactivate();
`;

let running = 0;

/** @type {esbuild.Plugin} prints the lines that VS Code's problem matcher expects: one start and one end for all builds */
const problemMatcher = {
  name: 'problem-matcher',
  setup(build) {
    build.onStart(() => {
      if (running === 0) console.log('[watch] build started');
      running += 1;
    });
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      running -= 1;
      if (running === 0) console.log('[watch] build finished');
    });
  },
};

/** Starts tsc, because esbuild doesn't check types. The problem matcher `$tsc-watch` reads its output. */
function watchTypes() {
  const tsc = path.join(__dirname, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-b', '.', 'src/resultPage', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  const child = spawn(process.execPath, args, { cwd: __dirname, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      child.kill();
      process.exit();
    });
  }
}

async function run() {
  if (process.argv.includes('--check')) {
    await Promise.all(Object.values(builds).map((build) => esbuild.build({ ...build, write: false })));
    return;
  }
  await fs.rm(path.join(__dirname, 'dist'), { recursive: true, force: true });
  await fs.mkdir(path.join(__dirname, 'dist'));
  await fs.writeFile(path.join(__dirname, 'dist', 'extension.js'), main);
  if (watch) {
    const contexts = Object.values(builds).map((build) =>
      esbuild.context({ ...build, plugins: [...(build.plugins ?? []), problemMatcher] }),
    );
    for (const context of await Promise.all(contexts)) await context.watch();
    watchTypes();
    return;
  }
  await fs.mkdir(path.join(__dirname, 'out', 'build'), { recursive: true });
  const made = Object.entries(builds).map(async ([name, build]) => {
    const { metafile } = await esbuild.build(build);
    await fs.writeFile(path.join(__dirname, 'out', 'build', `${name}.json`), JSON.stringify(metafile));
  });
  await Promise.all(made);
}

if (require.main === module) {
  run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}

module.exports = { builds };
