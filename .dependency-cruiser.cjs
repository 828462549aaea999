/** Folders of `src/editor`. Each may import only the folders before it. */
const editorFolders = [
  'labels',
  'shared',
  'diagnostics',
  'sourceFiles',
  'list',
  'exchange',
  'pending',
  'contests',
  'following',
  'judges',
  'program',
  'problemPages',
  'samples',
  'cases',
  'localRuns',
  'submit',
  'fetch',
  'resultPage',
  'demo',
  'integrations',
];

module.exports = {
  forbidden: [
    // includes type imports and `import()`, which linters ignore
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...editorFolders.slice(0, -1).map((folder, index) => ({
      name: `no-arrow-back-from-${folder}`,
      severity: 'error',
      from: { path: `^src/editor/${folder}/` },
      to: { path: `^src/editor/(${editorFolders.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'features-through-their-index',
      comment:
        'A feature of the editor imports another one by its index.ts. compose.ts imports its register.ts.',
      severity: 'error',
      from: { path: '^src/editor/([^/]+)/', pathNot: '^src/editor/(lazy|web)/' },
      to: {
        path: '^src/editor/[^/]+/',
        pathNot: ['^src/editor/$1/', '^src/editor/(labels|shared)/', '^src/editor/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'composition-on-top',
      comment: 'A feature doesn’t import the modules that compose the features.',
      severity: 'error',
      from: { path: `^src/editor/(${editorFolders.join('|')})/` },
      to: { path: '^src/editor/(lazy/|web/|[^/]+\\.ts$)' },
    },
  ],
  options: {
    // also matches the folders themselves, or the cache would consider every file changed
    includeOnly: '^(src|test|tools)(/|$)',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
