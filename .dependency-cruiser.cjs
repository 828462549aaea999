// No file leads back to itself, be it by types only or by `import()`: what a linter's rules for cycles leave out.
module.exports = {
  forbidden: [{ name: 'no-circular', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    includeOnly: '^(src|test|tools)/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
