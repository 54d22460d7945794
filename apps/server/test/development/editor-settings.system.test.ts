import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

const read = <T>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T
const inWorkspace = (file: string) => path.resolve(ROOT, file.replace('${workspaceFolder}', '.'))

interface Configuration {
  name: string
  program?: string
  webRoot?: string
  preLaunchTask?: string
}

it('VS Code uses the TypeScript server of the workspace', () => {
  const { 'typescript.tsdk': folder } = read<{ 'typescript.tsdk': string }>('.vscode/settings.json')
  // TypeScript 7 has no tsserver.js.
  expect(existsSync(inWorkspace(`${folder}/tsserver.js`))).toBe(true)
})

it('The launch configurations of VS Code lead to files, folders and tasks that exist', () => {
  const { configurations } = read<{ configurations: Configuration[] }>('.vscode/launch.json')
  const { tasks } = read<{ tasks: { label: string }[] }>('.vscode/tasks.json')
  const labels = tasks.map(({ label }) => label)
  expect(configurations.map(({ name }) => name)).toEqual([
    'Service (pnpm dev)',
    'Built service (pnpm start)',
    'Test file in front',
    'Portal in a browser',
    'Console in a browser',
  ])
  for (const { name, program, webRoot, preLaunchTask } of configurations) {
    expect(existsSync(inWorkspace(program ?? webRoot ?? 'missing')), name).toBe(true)
    if (preLaunchTask !== undefined) expect(labels).toContain(preLaunchTask)
  }
})
