import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DockerfileParser } from 'dockerfile-ast'

export const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url))

/** One instruction, with its lines joined. */
export interface Instruction {
  keyword: string
  text: string
}

/** Returns the stages of the Dockerfile. Each begins with its FROM. */
export function readStages(): Instruction[][] {
  const file = DockerfileParser.parse(readFileSync(`${WORKSPACE}/Dockerfile`, 'utf8'))
  const stages: Instruction[][] = []
  for (const instruction of file.getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') stages.push([])
    const text = (instruction.getRawArgumentsContent() ?? '').replace(/\\\n\s*/g, '')
    stages.at(-1)?.push({ keyword, text })
  }
  return stages
}

export const textsOf = (stage: readonly Instruction[], keyword: string): string[] =>
  stage.filter((each) => each.keyword === keyword).map(({ text }) => text)

/** Copies the files of the workspace, without those that git ignores. */
export function copyWorkspace(target: string): void {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', parameters, { cwd: WORKSPACE, encoding: 'utf8' })
  // git also lists files that were deleted and not committed, which tar cannot read.
  const options = ['--null', '--files-from=-', '--ignore-failed-read']
  const archive = execFileSync('tar', ['--create', ...options], {
    cwd: WORKSPACE,
    input: files,
    maxBuffer: Infinity,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  mkdirSync(target)
  execFileSync('tar', ['--extract', '--directory', target], { input: archive })
}
