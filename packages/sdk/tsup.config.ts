import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  tsconfig: 'src/tsconfig.json',
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // tsup sets an option that TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  sourcemap: true,
  clean: true,
})
