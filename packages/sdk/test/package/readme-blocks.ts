import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'

const README = new URL('../../README.md', import.meta.url)

/** Writes the README's programs into a folder, with the file names of their first lines. Returns the names. */
export function writeReadmeBlocks(folder: string): string[] {
  const blocks = readFileSync(README, 'utf8').matchAll(/^```(ts|js)\n(.*?)^```$/gms)
  return [...blocks].map(([, language, code], index) => {
    const name = /^\/\/ (\S+\.ts)\n/.exec(code!)?.[1] ?? `snippet-${index + 1}.${language === 'js' ? 'cjs' : 'ts'}`
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), code!)
    return name
  })
}

/** Compiles a TypeScript program to JavaScript in the same folder. Returns its new name. */
export async function compile(folder: string, name: string): Promise<string> {
  const { code } = await transform(readFileSync(path.join(folder, name), 'utf8'), { loader: 'ts', format: 'esm' })
  const compiled = name.replace(/\.ts$/, '.mjs')
  writeFileSync(path.join(folder, compiled), code)
  return compiled
}
