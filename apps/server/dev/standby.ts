/**
 * A process for the next run of the service. It first loads the packages outside of this workspace, which takes longer than
 * loading the sources. It loads the sources when it receives a message.
 */
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { servicePackages } from './service-packages.ts'

process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole process group. This process ignores it, because `main.ts` stops it.
process.on('SIGINT', () => {})

let isLoadRequested = false
process.once('message', () => {
  isLoadRequested = true
})
const loadRequest = once(process, 'message')
for (const { folder, dependencies } of servicePackages()) {
  const parent = pathToFileURL(path.join(folder, 'package.json')).href
  for (const name of dependencies) {
    if (!isLoadRequested) await load(name, parent)
  }
}
await loadRequest
await import('./service.ts')

async function load(name: string, parent: string): Promise<void> {
  try {
    await import(import.meta.resolve(name, parent))
  } catch {
    // Some packages, such as @prisma/client, are imported only by subpath, and their own names may not load.
  }
}
