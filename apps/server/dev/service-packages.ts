import { readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface ServicePackage {
  folder: string
  /** Names of the package's dependencies outside this workspace. */
  dependencies: string[]
}

interface Manifest {
  dependencies?: Record<string, string>
}

/** Returns the server and, transitively, its dependencies in this workspace, without the pages. */
export function servicePackages(): ServicePackage[] {
  const packages: ServicePackage[] = []
  const paths = new Set(['apps/server'])
  // The loop also visits the paths that it adds.
  for (const relativePath of paths) {
    const folder = path.join(ROOT, relativePath)
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
    const isOfWorkspace = (dependency: string) => dependencies[dependency]?.startsWith('workspace:') === true
    const isPage = (dependency: string) => dependency.endsWith('/portal') || dependency.endsWith('/console')
    const dependencyNames = Object.keys(dependencies)
    for (const dependency of dependencyNames.filter(isOfWorkspace)) {
      if (!isPage(dependency)) paths.add(dependency.replace('@partner-accounts/', 'packages/'))
    }
    packages.push({ folder, dependencies: dependencyNames.filter((dependency) => !isOfWorkspace(dependency)) })
  }
  return packages
}
