import path from 'node:path'
import { watch } from 'chokidar'
import { ROOT, servicePackages } from './service-packages.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 50
/** What the service loads: sources, guides, the reference's assets, migrations. */
const LOADED = /\.(ts|js|css|md|sql)$/
const TEST = /\.(test|contract)\.ts$/

/** Calls `onChange` after changes of what the service is made of. Returns what stops that. */
export function watchSources(onChange: (file: string) => void): () => Promise<void> {
  const folders = servicePackages().flatMap(({ folder }) =>
    ['src', 'dev', 'assets', 'prisma/migrations'].map((name) => path.join(folder, name)),
  )
  const watcher = watch([...folders, path.join(ROOT, 'docs/rest')], {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && (!LOADED.test(file) || TEST.test(file)),
  })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, file) => {
    clearTimeout(timer)
    timer = setTimeout(() => onChange(path.relative(ROOT, file)), SETTLE_MS)
  })
  return () => watcher.close()
}
