import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns the relative paths of the repository's files that match any of these patterns of git. */
export function listFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  const listed = execFileSync('git', args, { cwd: ROOT }).toString().split('\n')
  return listed.filter((file) => file !== '' && fileExists(file))
}

export const fileExists = (file: string): boolean => existsSync(path.join(ROOT, file))

export const readFile = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Returns the ids that links into a Markdown text may name: explicit ones, and those that headings get. */
export function anchorsOf(markdown: string): Set<string> {
  const explicit = [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id!)
  const headings = [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title]) => slug(title!))
  return new Set([...explicit, ...headings])
}

/** Returns a Markdown text without its code blocks. */
export const withoutCode = (markdown: string): string => markdown.replace(/^```.*?^```$/gms, '')

/** Returns the id that GitHub gives a heading. */
const slug = (title: string) =>
  title
    .replace(/<[^>]*>|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
