import js from '@eslint/js'
import markdown from '@eslint/markdown'
import prettier from 'eslint-config-prettier'
import compat from 'eslint-plugin-compat'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'
import { plainCode, shortFunctions } from './packages/lint/src/plain-code.js'
import { proseRule } from './packages/lint/src/prose-rule.js'

/** The arrows of the diagram in docs/architecture.md: the packages that each folder may import. Nothing imports an app. */
const ARROWS = {
  'packages/core': [],
  'packages/rules': ['core'],
  'packages/db': ['core'],
  'packages/api': ['core', 'rules'],
  'packages/reference': ['rules'],
  'packages/sdk': ['rules'],
  'packages/client': ['api'],
  'packages/ui': ['client'],
  'packages/lint': [],
  'packages/local-servers': [],
  'apps/server': ['core', 'db', 'api', 'reference'],
  'apps/ops': ['api', 'client', 'rules'],
  'apps/bench': ['core', 'db', 'rules', 'local-servers'],
  'apps/cluster': ['local-servers'],
  'apps/console': ['client', 'rules', 'ui'],
  'apps/portal': ['client', 'reference', 'rules', 'ui'],
}

/**
 * What every package's tests may import: `local-servers` runs PostgreSQL, Redis, nginx and the built service, `rules`
 * has the sample account, `client` calls the service.
 */
const FOR_TESTS = ['client', 'local-servers', 'rules']

/** Folders that import only types of `api`. Their tests may also import its code, to compare it with the types. */
const TYPES_ONLY = ['packages/client', 'apps/ops']

const FOLDERS = Object.keys(ARROWS).map((folder) => folder.split('/')[1])

const TESTS = ['**/*.test.{ts,tsx}', '**/*.contract.ts']

/** The only file of each app that may read the environment. */
const SETTINGS = [
  'apps/server/src/settings/settings.ts',
  'apps/ops/src/settings.ts',
  'apps/bench/src/targets/settings.ts',
]

const NO_USE_MUTATION = {
  name: '@tanstack/react-query',
  importNames: ['useMutation'],
  message: 'Use useAction of @partner-accounts/ui: it ignores a second press.',
}

const importsOnly = (folder, allowed, isTypesOnly) => ({
  paths: ['apps/console', 'apps/portal'].includes(folder) ? [NO_USE_MUTATION] : [],
  patterns: [
    {
      // Every workspace package except the allowed ones, whether by its main entry or by another entry.
      group: ['@partner-accounts/*', ...allowed.map((name) => `!@partner-accounts/${name}`)],
      message: `May import only: ${allowed.join(', ') || 'no other package'}. See ARROWS in eslint.config.js.`,
    },
    {
      regex: `^(\\.\\./)+(.*/)?(${FOLDERS.join('|')})/(src|test|dist)/`,
      message: 'Import a package by its name, never by its path.',
    },
    ...(isTypesOnly
      ? [
          {
            group: ['@partner-accounts/api'],
            allowTypeImports: true,
            message: 'Import types only.',
          },
        ]
      : []),
  ],
})

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/generated/',
      '**/.turbo/',
      '.data/',
      'tools/clients/programs/',
      'packages/client/test-project/',
      // These examples import packages that are not installed in their folder.
      'packages/sdk/test-projects/readme/*.ts',
    ],
  },
  { files: ['**/*.{js,mjs,ts,tsx}'], extends: [js.configs.recommended], rules: plainCode },
  {
    // .oxlintrc.json has the rules that need types, and the rules of React.
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: { '@typescript-eslint/consistent-type-imports': 'error' },
  },
  {
    // Reports APIs that the browsers in package.json lack. The `lib` of each tsconfig.json excludes newer JavaScript
    // methods.
    files: [
      '{apps/console,apps/portal,packages/client,packages/ui}/src/**/*.{ts,tsx}',
      'packages/reference/assets/*.js',
    ],
    ignores: ['**/*.test.ts'],
    extends: [compat.configs['flat/recommended']],
    // The pages check whether `Notification` exists.
    settings: { polyfills: ['Notification'] },
  },
  {
    // A request could occupy the service for seconds. Settings are trusted.
    files: ['{packages/api,packages/core,packages/db,packages/rules,apps/server}/src/**/*.ts'],
    ignores: [...TESTS, 'apps/server/src/settings/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error' },
  },
  { files: ['{packages,apps}/*/src/**/*.ts'], ignores: TESTS, rules: shortFunctions(70) },
  { files: ['{packages,apps}/*/src/**/*.tsx'], ignores: TESTS, rules: shortFunctions(100) },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        WebAssembly: 'readonly',
        URL: 'readonly',
        Response: 'readonly',
        TextDecoder: 'readonly',
        console: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  // Browser scripts, whose globals TypeScript checks.
  { files: ['packages/reference/assets/*.js', 'packages/ui/src/app/*.js'], rules: { 'no-undef': 'off' } },
  ...Object.entries(ARROWS).map(([folder, allowed]) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', importsOnly(folder, allowed, TYPES_ONLY.includes(folder))] },
  })),
  ...Object.entries(ARROWS).map(([folder, allowed]) => ({
    files: [`${folder}/test/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', importsOnly(folder, [...new Set([...allowed, ...FOR_TESTS])])] },
  })),
  {
    // The interface `Stores` is empty: each store's module adds itself to it.
    files: ['packages/core/src/dependencies.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowWithName: '^Stores$' }] },
  },
  {
    // These configurations import packages by path. Vite does not bundle packages that are imported by name, and Node 20
    // cannot read their TypeScript.
    files: ['apps/*/vite.config.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
    ignores: SETTINGS,
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: `Only the settings modules read the environment: ${SETTINGS.join(', ')}.`,
        },
      ],
    },
  },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm' },
  {
    files: ['**/*.{md,js,mjs,ts,tsx}'],
    // The linter's own tests contain the words that it reports.
    ignores: ['packages/lint/**'],
    plugins: { prose: { rules: { prose: proseRule } } },
    rules: { 'prose/prose': 'error' },
  },
  prettier,
)
