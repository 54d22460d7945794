import { describe, expect, it } from 'vitest'
import { cyclesOf, fileGraph, folderGraph } from '../src/import-cycles.js'

/** Returns source texts that contain the imports of each file. */
const sources = (imports: Record<string, string[]>) =>
  new Map(
    Object.entries(imports).map(([file, specifiers]) => [
      file,
      specifiers.map((specifier) => `import { value } from '${specifier}'`).join('\n'),
    ]),
  )

const fileCycles = (imports: Record<string, string[]>) => cyclesOf(fileGraph(sources(imports)))
const folderCycles = (imports: Record<string, string[]>) => cyclesOf(folderGraph(fileGraph(sources(imports))))

describe('import cycles of files', () => {
  it('are found over several files and reported once', () => {
    expect(fileCycles({ 'a/1.ts': ['../b/2.ts'], 'b/2.ts': ['./3.ts'], 'b/3.ts': ['../a/1.ts'] })).toEqual([
      ['a/1.ts', 'b/2.ts', 'b/3.ts'],
    ])
  })

  it('are found through type imports, re-exports and dynamic imports', () => {
    const graph = fileGraph(
      new Map([
        ['1.ts', "import type { A } from './2.ts'"],
        ['2.ts', "export * from './3.ts'"],
        ['3.ts', "const one = await import('./1.ts')"],
      ]),
    )
    expect(cyclesOf(graph)).toEqual([['1.ts', '2.ts', '3.ts']])
  })

  it('are not reported for a file that imports a cycle, or for files that share an import', () => {
    expect(fileCycles({ '0.ts': ['./1.ts'], '1.ts': ['./2.ts'], '2.ts': ['./1.ts'] })).toEqual([['1.ts', '2.ts']])
    expect(fileCycles({ '1.ts': ['./2.ts', './3.ts'], '2.ts': ['./3.ts'], '3.ts': [] })).toEqual([])
  })
})

describe('import cycles of folders', () => {
  it('are found where no files form a cycle', () => {
    const imports = { 'src/a/1.ts': ['../b/1.ts'], 'src/b/1.ts': [], 'src/b/2.ts': ['../a/2.ts'], 'src/a/2.ts': [] }
    expect(fileCycles(imports)).toEqual([])
    expect(folderCycles(imports)).toEqual([['src/a', 'src/b']])
  })

  it('are found between subfolders of different folders', () => {
    expect(
      folderCycles({
        'src/a/x/1.ts': ['../../b/y/1.ts'],
        'src/b/y/1.ts': [],
        'src/b/2.ts': ['../a/2.ts'],
        'src/a/2.ts': [],
      }),
    ).toEqual([['src/a', 'src/b']])
  })

  it("are not reported between a folder's root and the children that it composes", () => {
    expect(folderCycles({ 'src/main.ts': ['./a/1.ts'], 'src/a/1.ts': ['../types.ts'], 'src/types.ts': [] })).toEqual([])
  })
})
