import { defineConfig } from 'vite'
import { appConfig } from '../../packages/ui/src/app/vite-config.ts'

export default defineConfig(appConfig('console'))
