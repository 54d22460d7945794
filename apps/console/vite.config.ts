import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  // Addresses are relative to the page's base, which the service sets, so the console works behind any prefix.
  base: command === 'build' ? './' : '/console/',
  plugins: [react()],
  // In development, Vite serves the sources and the running service everything else.
  server: { proxy: { '^/(trpc|partners)/': 'http://127.0.0.1:3000' } },
  build: {
    // The page's policy allows no `data:` fonts, and an inlined file cannot be cached separately.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Vite's default minifier is not installed, see pnpm-workspace.yaml.
    cssMinify: 'esbuild',
  },
}))
