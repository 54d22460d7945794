import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vite'
import { appConfig } from '../../packages/ui/src/app/vite-config.ts'

const fflate = fileURLToPath(new URL('src/file-formats/fflate.ts', import.meta.url))

export default defineConfig((environment) =>
  mergeConfig(appConfig('portal')(environment), { resolve: { alias: [{ find: /^fflate$/, replacement: fflate }] } }),
)
