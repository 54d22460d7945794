import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTestUser, type RunningService, startService } from './running-service.ts'
import { shapeOf } from './shape-of.ts'

const END_OF_BLOCK = 'end of block'

/** A block of commands of a served page, and the JSON that it shows as its output. */
interface Block {
  commands: string
  output: string | undefined
}

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A block of shell commands, and the JSON block that may follow it as the output. */
const COMMANDS = {
  md: /^```sh\n(?<commands>.*?)^```$(?:\n\n```json\n(?<output>.*?)^```$)?/gms,
  html: /<code data-language="sh">(?<commands>.*?)<\/code><\/pre>\s*<\/div>(?:\s*<div class="code-block">(?:(?!<\/div>).)*?<code data-language="json">(?<output>.*?)<\/code>)?/gs,
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const blocksOf = (page: string, format: keyof typeof COMMANDS): Block[] =>
  [...page.matchAll(COMMANDS[format])].map(({ groups = {} }) => {
    const { commands = '', output } = groups
    if (format === 'md') return { commands, output }
    return { commands: textOf(commands), output: output === undefined ? undefined : textOf(output) }
  })

/** Pastes lines into a shell, which fails on variables that no line before has set. */
function paste(lines: string): Promise<{ stdout: string; stderr: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-pasted-'))
  const shell = spawn('bash', ['--norc', '-u'], { cwd: folder, env: { PATH: process.env['PATH'] } })
  let stdout = ''
  let stderr = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  shell.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  shell.stdin.end(lines)
  return new Promise((resolve, reject) => {
    shell.once('error', reject)
    shell.once('close', () => {
      rmSync(folder, { recursive: true })
      resolve({ stdout, stderr })
    })
  })
}

/** Returns the Markdown page, or the HTML pages in the order of the navigation. */
async function readReference(format: keyof typeof COMMANDS, locale: string): Promise<string> {
  const read = async (path: string) => (await fetch(`${service.baseUrl}/${path}`)).text()
  if (format === 'md') return read(`docs.md?lang=${locale}`)
  const overview = await read(`docs?lang=${locale}`)
  const [navigation = ''] = /<nav[\s\S]+<\/nav>/.exec(overview) ?? []
  const paths = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path)
  return (await Promise.all(paths.map(read))).join('\n')
}

describe.each(['pt-BR', 'en'])('The served pages in %s', (locale) => {
  it.each(['html', 'md'] as const)(
    'as %s work as pasted into bash -u, with the credentials that they show',
    async (format) => {
      const blocks = blocksOf(await readReference(format, locale), format).filter(
        ({ commands }) => !/^(npm|npx) /.test(commands),
      )
      expect(blocks.length).toBeGreaterThan(8)
      expect(blocks.filter(({ output }) => output !== undefined).length).toBeGreaterThan(5)

      const { stdout, stderr } = await paste(
        blocks.map(({ commands }) => `${commands.trimEnd()}\nprintf '\\n${END_OF_BLOCK}\\n'\n`).join(''),
      )
      expect(stderr).toBe('')
      const printed = stdout.split(`\n${END_OF_BLOCK}\n`)
      for (const [index, { commands, output }] of blocks.entries()) {
        if (output === undefined) continue
        const [actual, shown] = [printed[index]!, output].map((text) => shapeOf(JSON.parse(text)))
        expect([commands, actual]).toEqual([commands, shown])
      }
    },
  )

  it('name only the user who can sign in', async () => {
    const { email, password } = readTestUser(service)
    for (const format of ['html', 'md'] as const) {
      const page = await readReference(format, locale)
      expect(page).toContain(password)
      expect([...new Set(page.match(/\w+@partner\.example/g))]).toEqual([email])
    }
  })
})
