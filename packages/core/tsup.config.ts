import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/basics.ts'],
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
})
