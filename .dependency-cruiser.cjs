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
  'clarifications',
  'samples',
  'cases',
  'localRuns',
  'submit',
  'fetch',
  'resultPanel',
  'demo',
  'companion',
  'integrations',
];

/**
 * Files that other folders of `src` import directly. Everything else goes through the `index.ts` of its folder. esbuild
 * doesn't leave out unused modules of an index if it splits the code, so what the start needs of a folder whose index
 * loads much more has a file of its own.
 */
const doors = [
  // for the start, which neither decodes results nor sends requests
  'results/(withoutDecoder|model)',
  'judges/(address|requestFailed|judge|http/network|languageNames|fileExtensions|entryPoints/index)',
  'judges/signIn/(redaction|browserConfirmation)',
  'assistant/toolNames',
  // without Node, which the rest of `local` needs
  'local/(localResult|checkerProtocol)',
  // for one platform: requests and sockets of Node, or requests of a browser
  'judges/http/(nodeFetch|browserFetch|hostLookup|loopbackServer)',
  'judges/push/(callbackListener|resultSocket)',
  // the files of the history, for the first idle second and for the MCP server
  'records/disk/\\w+',
  // what decides about polls, for tracking, which doesn't load the store or the adapters
  'records/(pollingPlan|record|nodeChanges|store)',
  'judges/(adapter|requestName|adapters/shared/makeResult)',
  // for the fetch of a result, without the rest of tracking
  'tracking/nextPollOfRequest',
  // the page of a result has no index, because it is a program: its messages, and what it computes as the editor does
  'resultPage/(messages|age|samplePage/messages)',
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
      name: 'folders-through-their-index',
      comment: 'A folder of src imports another one by its index.ts, or by one of the doors above.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/(base|editor)/',
          '^src/[^/]+/index\\.ts$',
          `^src/(${doors.join('|')})\\.ts$`,
        ],
      },
    },
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
