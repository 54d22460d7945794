import { existsSync } from 'node:fs'

/** The headless shell takes a third of the CPU time. */
export const CHROMIUM = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((file) => existsSync(file))
