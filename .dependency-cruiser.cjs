/** Folders of `src/editor`: each may import those before it, and none of those behind it. */
const editorFolders = [
  'labels',
  'shared',
  'problems',
  'sourceFiles',
  'list',
  'exchange',
  'pending',
  'contests',
  'following',
  'judges',
  'submit',
  'cases',
  'fetch',
  'recordPage',
  'demo',
  'integrations',
];
/** Names the types of the parts that all features get. */
const partTypes = '^src/editor/shared/extensionServices\\.ts$';

module.exports = {
  forbidden: [
    // also by types only, or by `import()`: a linter’s rules for cycles leave these out
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...editorFolders.slice(0, -1).map((folder, index) => ({
      name: `no-arrow-back-from-${folder}`,
      severity: 'error',
      from: { path: `^src/editor/${folder}/`, pathNot: partTypes },
      to: { path: `^src/editor/(${editorFolders.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'features-through-their-index',
      comment:
        'A feature of the editor imports another one by its index.ts. compose.ts imports its register.ts.',
      severity: 'error',
      from: { path: '^src/editor/([^/]+)/', pathNot: [partTypes, '^src/editor/(lazy|web)/'] },
      to: {
        path: '^src/editor/[^/]+/',
        pathNot: ['^src/editor/$1/', '^src/editor/(labels|shared)/', '^src/editor/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'composition-on-top',
      comment: 'What composes the features is imported by none of them.',
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
