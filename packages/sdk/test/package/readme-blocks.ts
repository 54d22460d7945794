import { toolFolder } from '@partner-accounts/local-servers'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'
import ts from 'typescript'

const README = new URL('../../README.md', import.meta.url)

/**
 * Writes the README's programs into a folder. A program's file name is a comment in its first line; programs without one
 * are snippets with a number. Returns the names.
 */
export function writeReadmeBlocks(folder: string): string[] {
  const blocks = readFileSync(README, 'utf8').matchAll(/^```(ts|js)\n(.*?)^```$/gms)
  return [...blocks].map(([, language, code], index) => {
    const namedInFirstLine = /^\/\/ (\S+\.ts)\n/.exec(code!)?.[1]
    const name = namedInFirstLine ?? `snippet-${index + 1}.${language === 'js' ? 'cjs' : 'ts'}`
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

/** Compiles a TypeScript program whose classes have decorators, with their metadata, to CommonJS. */
export function compileDecorators(folder: string, name: string): void {
  const { outputText } = ts.transpileModule(readFileSync(path.join(folder, name), 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  })
  writeFileSync(path.join(folder, name.replace(/\.ts$/, '.js')), outputText)
}

/** Installs NestJS for the programs of a folder. */
export function linkNest(folder: string): void {
  for (const name of ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs']) {
    const link = path.join(folder, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(toolFolder(name), link)
  }
}
