import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies the files that Git does not ignore, with the installed packages, so that a test can edit sources.
 *
 * @param root of the repository
 * @param folder receives the copy
 */
export async function copyWorkspace(root: string, folder: string): Promise<void> {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(folder, file))
  }
  // `pnpm run` would otherwise install into the `node_modules` that the copy shares with the original.
  const settingsFile = path.join(folder, 'pnpm-workspace.yaml')
  const settings = await readFile(settingsFile, 'utf8')
  await writeFile(settingsFile, settings.replace(/^verifyDepsBeforeRun: .*$/m, 'verifyDepsBeforeRun: false'))
  // Shared, because no test edits installed packages.
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // Each package's `node_modules` contains relative links to other workspace packages, which lead into the copy.
  for (const kind of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(root, kind))) {
      await copyLinks(path.join(root, kind, name, 'node_modules'), path.join(folder, kind, name, 'node_modules'))
    }
  }
}

/** Copies links to packages, but no caches, whose names begin with a dot. */
async function copyLinks(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  await mkdir(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
    await cp(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
  }
}
