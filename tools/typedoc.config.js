import { OptionDefaults } from 'typedoc'

const SDK = '../packages/sdk'

/** The reference of the SDK. A broken link is an error, and so is a public function, class or constant without a docstring. */
export default {
  name: '@partner-accounts/sdk',
  entryPoints: ['index', 'node/batch/index', 'testing/index', 'webhooks/index'].map(
    (entry) => `${SDK}/src/${entry}.ts`,
  ),
  tsconfig: `${SDK}/src/node/tsconfig.json`,
  readme: `${SDK}/README.md`,
  out: `${SDK}/generated/reference`,
  githubPages: false,
  disableGit: true,
  sourceLinkTemplate: 'src/{path}#L{line}',
  excludeInternal: true,
  excludeExternals: true,
  // openapi-typescript writes the descriptions of the OpenAPI document as @description.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  // Types and properties require no docstring, because their names suffice.
  requiredToBeDocumented: ['Class', 'Function', 'Variable'],
  validation: { notExported: false, invalidLink: true, notDocumented: true },
  treatWarningsAsErrors: true,
}
