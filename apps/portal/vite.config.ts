import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  // Every address is relative to the page's base, which the service sets: the portal stands behind any prefix.
  base: command === 'build' ? './' : '/portal/',
  plugins: [react()],
  // For development: this serves the sources, and the running service everything else.
  server: { proxy: { '^/(trpc|partners)/': 'http://127.0.0.1:3000' } },
  build: {
    // The page's policy takes no `data:` fonts, and an inlined file could not be cached by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}))
