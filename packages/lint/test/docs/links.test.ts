import path from 'node:path'
import { expect, it } from 'vitest'
import { anchorsOf, fileExists, listFiles, readFile, withoutCode } from './repository.ts'

const LINK = /(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)/g

const linksOf = (file: string) =>
  [...withoutCode(readFile(file)).matchAll(LINK)]
    .map(([, link, image]) => (link ?? image)!)
    .filter((target) => !/^[a-z]+:/.test(target))

/** Returns whether a relative link leads to a file, and its fragment to an anchor of that file. */
function leadsSomewhere(file: string, target: string): boolean {
  const [address, fragment] = target.split('#')
  const linked = address === '' ? file : path.posix.join(path.posix.dirname(file), address!)
  if (!fileExists(linked)) return false
  return fragment === undefined || anchorsOf(readFile(linked)).has(fragment)
}

it('relative links of every Markdown page lead to a file and an anchor that exist', () => {
  const links = listFiles('*.md').flatMap((file) => linksOf(file).map((target) => ({ file, target })))

  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ file, target }) => !leadsSomewhere(file, target))).toEqual([])
})
