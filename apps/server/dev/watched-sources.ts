import path from 'node:path'
import { watch } from 'chokidar'
import { ROOT, servicePackages } from './service-packages.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 50
/** Matches files that the service loads: sources, guides, assets of the reference and migrations. */
const LOADED_FILE = /\.(ts|js|css|md|sql)$/
const TEST_FILE = /\.(test|contract)\.ts$/

/** Calls `onChange` after changes of files that the service loads. Returns a function that stops watching. */
export function watchSources(onChange: (file: string) => void): () => Promise<void> {
  const folders = servicePackages().flatMap(({ folder }) =>
    ['src', 'dev', 'assets', 'prisma/migrations'].map((name) => path.join(folder, name)),
  )
  const watcher = watch([...folders, path.join(ROOT, 'docs/rest')], {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && (!LOADED_FILE.test(file) || TEST_FILE.test(file)),
  })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, file) => {
    clearTimeout(timer)
    timer = setTimeout(() => onChange(path.relative(ROOT, file)), SETTLE_MS)
  })
  return () => watcher.close()
}
