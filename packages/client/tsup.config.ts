import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  // Older servers and Jest load CommonJS.
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  // tsup sets an option that TypeScript 6 reports as deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
})
