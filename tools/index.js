// What tests use of this workspace. They load it with `loadTools` (packages/local-servers/src/tools.ts).
export { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
export { default as openapiTypescript, astToString, COMMENT_HEADER } from 'openapi-typescript'
export { publint } from 'publint'
export { runServer as startRegistry } from 'verdaccio'
