import { readFileSync } from 'node:fs'
import path from 'node:path'
import { watch } from 'chokidar'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Editors write a file in several steps. */
const SETTLE_MS = 50
/** What the service loads: sources, guides, the reference's assets, migrations. */
const LOADED = /\.(ts|js|css|md|sql)$/
const TEST = /\.(test|contract)\.ts$/

/** Calls `onChange` after changes of what the service is made of. Returns what stops that. */
export function watchSources(onChange: (file: string) => void): () => Promise<void> {
  const folders = packagesOf('apps/server').flatMap((folder) =>
    ['src', 'dev', 'assets', 'prisma/migrations'].map((name) => path.join(ROOT, folder, name)),
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

interface Manifest {
  dependencies?: Record<string, string>
}

/** Folders of a package and, transitively, of its dependencies in this workspace, without the pages. */
function packagesOf(folder: string): string[] {
  const found = new Set([folder])
  for (const known of found) {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(ROOT, known, 'package.json'), 'utf8')) as Manifest
    for (const [name, version] of Object.entries(dependencies)) {
      const isPage = name.endsWith('/portal') || name.endsWith('/console')
      if (version.startsWith('workspace:') && !isPage) found.add(name.replace('@partner-accounts/', 'packages/'))
    }
  }
  return [...found]
}
