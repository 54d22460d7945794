import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', samples: 'src/samples/index.ts' },
  format: 'esm',
  target: 'es2022',
  clean: true,
  loader: { '.md': 'text' },
})
