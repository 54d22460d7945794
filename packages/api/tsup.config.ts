import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', openapi: 'src/openapi/create-openapi-document.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
})
