import js from '@eslint/js';
import tseslint from 'typescript-eslint';

// The arrows of the architecture: a room may import only itself and the rooms named here.
// `editor` and `extension.ts` may import everything and are the only ones that know `vscode`.
const rooms = ['base', 'judge', 'compiler', 'service', 'tracking', 'records', 'panel', 'editor'];
const mayKnow = {
  // what knows nothing of judging: an emitter, a mutex, an error in words
  base: [],
  judge: ['base'],
  compiler: ['base'],
  service: ['base', 'judge'],
  tracking: ['base', 'judge', 'service', 'records'],
  records: ['base', 'judge'],
  // the page of the record panel, which runs in a browser
  panel: ['base', 'judge'],
};

const noVsCode = { name: 'vscode', message: 'Only src/editor and src/extension.ts talk to VS Code.' };

const roomRules = Object.entries(mayKnow).map(([room, known]) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [noVsCode],
        patterns: rooms
          .filter((other) => other !== room && !known.includes(other))
          .map((other) => ({
            regex: `^(\\.\\./)+${other}(/|$)`,
            message: `src/${room} must not know src/${other}.`,
          })),
      },
    ],
  },
}));

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'out/**',
      'coverage/**',
      'reports/**',
      'node_modules/**',
      'media/panel.*',
      'test/fixtures/**',
      'test/workspace/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['src/panel/**/*.ts'],
    languageOptions: {
      parserOptions: { project: './src/panel/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  ...roomRules,
  {
    // other extensions copy this file, and nothing else
    files: ['src/api.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVsCode], patterns: ['./*', '../*'] }] },
  },
  {
    // The parts with no window: no DOM, no VS Code; tests may print and poke.
    files: ['test/**/*.ts', 'tools/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // tests use tools, and not the other way round
    files: ['tools/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(\\.\\./)+test/', message: 'tools must not know test.' }] },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'writable',
        Buffer: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
