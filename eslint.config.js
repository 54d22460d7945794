import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Who may import whom, by folder. Nothing imports an app. */
const ARROWS = {
  'packages/core': [],
  'packages/db': ['core'],
  'packages/api': ['core'],
  'packages/sdk': [],
  'packages/local-servers': [],
  'apps/server': ['core', 'db', 'api'],
  'apps/ops': ['api'],
  'apps/bench': ['core', 'db', 'local-servers'],
  'apps/cluster': ['api', 'local-servers'],
  'apps/portal': ['api'],
}

/** Programs of this machine that are started for a while: for tests everywhere. */
const LOCAL_SERVERS = 'local-servers'

/** Clients of the running service: of the router they know the type, and bring none of its code along. */
const TYPES_ALONE = ['apps/ops', 'apps/portal', 'apps/cluster']

const FOLDERS = Object.keys(ARROWS).map((folder) => folder.split('/')[1])

/** The one file of each app that may read the environment. */
const SETTINGS = [
  'apps/server/src/settings/settings.ts',
  'apps/ops/src/settings.ts',
  'apps/bench/src/contenders/settings.ts',
]

const importsOnly = (folder, allowed) => ({
  patterns: [
    {
      // Everything of ours but what is allowed, whether by its entry or by one of its extra entries.
      group: ['@partner-accounts/*', ...allowed.flatMap((name) => [`!@partner-accounts/${name}`])],
      message: `May import only: ${allowed.join(', ') || 'no other package'}. See ARROWS in eslint.config.js.`,
    },
    { regex: `^(\\.\\./)+(.*/)?(${FOLDERS.join('|')})/`, message: 'Import a package by its name, never by its path.' },
    ...(TYPES_ALONE.includes(folder)
      ? [
          {
            group: ['@partner-accounts/*', `!@partner-accounts/${LOCAL_SERVERS}`],
            allowTypeImports: true,
            message: 'Import types alone.',
          },
        ]
      : []),
  ],
})

export default tseslint.config(
  { ignores: ['**/dist/', '**/generated/', '**/.turbo/', '.data/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.ts'] } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // The test runner awaits what it is given.
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: ['it', 'test', 'describe'] }],
    },
  },
  {
    files: ['apps/portal/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    // Handlers may be asynchronous: what they fail with, they show.
    rules: { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }] },
  },
  {
    // Bodies of answers and matchers of vitest are `any`: what they are is what a test asserts.
    files: ['**/*.test.ts', '**/test/**/*.ts', '**/*.contract.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: { WebAssembly: 'readonly', URL: 'readonly', console: 'readonly', process: 'readonly' },
    },
  },
  ...Object.entries(ARROWS).map(([folder, allowed]) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', importsOnly(folder, allowed)] },
  })),
  ...Object.entries(ARROWS).map(([folder, allowed]) => ({
    files: [`${folder}/test/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', importsOnly(folder, [...new Set([...allowed, LOCAL_SERVERS])])] },
  })),
  {
    files: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
    ignores: SETTINGS,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: `Settings are read once, in ${SETTINGS.join(' and ')}.` },
      ],
    },
  },
  prettier,
)
