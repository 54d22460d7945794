import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', testing: 'src/testing/index.ts' },
  // Each entry stands alone: what is shared is small, and the client comes in one file.
  splitting: false,
  tsconfig: 'src/tsconfig.json',
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // tsup sets an option that TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  sourcemap: true,
  clean: true,
})
