// Builds the extension: for a computer, for a browser, the record panel's page, and the MCP server.
//   node esbuild.js               development build, source maps in the files
//   node esbuild.js --watch       the same, again at each change, beside tsc, which reports type errors (.vscode/tasks.json)
//   node esbuild.js --check       writes nothing: fails where something can't be built, as what needs Node in a browser
//   node esbuild.js --production  minified, source maps beside the files; out/build/ says what went into each
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
  // for the one who reads a stack trace: they are published beside the package, not in it
  sourcemap: production ? 'external' : 'inline',
  charset: 'utf8',
  // the licenses of what is bundled are in THIRD-PARTY-NOTICES.txt, which the package gets
  legalComments: 'none',
  metafile: true,
  logLevel: watch ? 'silent' : 'warning',
};

const start = 'src/extension.ts';

/**
 * Puts all code that activation loads into one file. esbuild makes one file for each set of entry points that need the
 * same modules, and the target of each `import()` is an entry point. So each of these targets imports the start, too.
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
      // a path of this machine would change the file’s name from one machine to another
      return { path: path.relative(__dirname, resolved.path).replaceAll('\\', '/'), namespace };
    });
    build.onLoad({ filter: /./, namespace }, ({ path: target }) => ({
      contents: `import './${start}'; export * from './${target}';`,
      resolveDir: __dirname,
    }));
  },
};

/** @type {Record<string, esbuild.BuildOptions>} */
const builds = {
  // the target of an `import()` is a file of its own, loaded on first use
  desktop: {
    ...common,
    entryPoints: ['src/extension.ts'],
    plugins: [startInOneFile],
    // `startInOneFile` imports the start for the sake of the files, whatever it does
    logOverride: { 'ignored-bare-import': 'silent' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    platform: 'node',
    target: 'node20',
    // `ws` is CommonJS, and asks for Node's modules with `require`
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    // of node-fetch, what is never asked for: streams for a Node without them, and the reader of forms in answers
    external: ['vscode', 'web-streams-polyfill', './utils/multipart-parser.js'],
    // a development session hands over a local service; packaged builds have no such code
    define: { DEVELOPMENT: String(!production) },
  },
  // the MCP server: a process of its own, which assistants start
  mcp: {
    ...common,
    entryPoints: ['src/assistant/server/main.ts'],
    outfile: 'dist/mcp.js',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // leaves out the SDK's validators, which nothing here needs
    alias: { '@modelcontextprotocol/server/_shims': './src/assistant/server/noValidators.ts' },
  },
  // a browser loads one file of CommonJS; the build fails where anything in it needs Node
  web: {
    ...common,
    entryPoints: ['src/editor/web/index.ts'],
    outfile: 'dist/web.js',
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    external: ['vscode'],
  },
  // in the one folder that webviews may read
  panel: {
    ...common,
    entryPoints: [
      { in: 'src/panel/page.ts', out: 'panel' },
      { in: 'src/panel/page.css', out: 'panel' },
    ],
    outdir: 'media',
    format: 'iife',
    platform: 'browser',
    // what the oldest supported VS Code shows pages with
    target: 'chrome132',
  },
};

/**
 * What `main` in the manifest names: CommonJS, since the web worker host of the oldest supported VS Code takes no
 * extension whose `main` is an ES module.
 */
const main = `exports.activate = async (context) => (await import('./extension.mjs')).activate(context);
exports.deactivate = async () => (await import('./extension.mjs')).deactivate();
`;

let running = 0;

/** @type {esbuild.Plugin} prints what VS Code's problem matcher waits for: one beginning and one end for all builds */
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

/** esbuild drops types without looking at them; `$tsc-watch` reads what this prints. */
function watchTypes() {
  const tsc = path.join(__dirname, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-b', '.', 'src/panel', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
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
