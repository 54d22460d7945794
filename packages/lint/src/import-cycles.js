import path from 'node:path'
import ts from 'typescript'

/**
 * Returns which files import which, from the relative imports of each source text.
 *
 * @param {Map<string, string>} sources source text by path
 * @returns {Map<string, Set<string>>} imported paths by importing path
 */
export function fileGraph(sources) {
  const importsOf = (file, text) =>
    ts
      .preProcessFile(text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
      .filter((imported) => sources.has(imported))
  return new Map([...sources].map(([file, text]) => [file, new Set(importsOf(file, text))]))
}

/**
 * Returns which folders import which of their siblings. An import between a folder's own files and its subfolders
 * creates no edge: a folder's root may compose its children.
 *
 * @param {Map<string, Set<string>>} files a file graph
 * @returns {Map<string, Set<string>>} imported folders by importing folder
 */
export function folderGraph(files) {
  const graph = new Map()
  for (const [file, importedFiles] of files) {
    for (const imported of importedFiles) {
      const { from, to } = siblingFolders(file, imported)
      if (from !== undefined && to !== undefined) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** Returns the two folders below the deepest common folder, or `undefined` for a file in the common folder itself. */
function siblingFolders(importing, imported) {
  const foldersOf = (file) => path.posix.dirname(file).split('/')
  const from = foldersOf(importing)
  const to = foldersOf(imported)
  let depth = 0
  while (depth < from.length && from[depth] === to[depth]) depth++
  const below = (folders) => (folders.length > depth ? folders.slice(0, depth + 1).join('/') : undefined)
  return { from: below(from), to: below(to) }
}

/**
 * Returns the shortest cycle through each node. Skips nodes of the cycles found so far.
 *
 * @param {Map<string, Set<string>>} graph
 * @returns {string[][]} cycles in order of imports; the last node imports the first one
 */
export function cyclesOf(graph) {
  const cycles = []
  const seen = new Set()
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue
    const cycle = shortestPathBack(graph, start)
    if (cycle === undefined) continue
    cycles.push(cycle)
    for (const node of cycle) seen.add(node)
  }
  return cycles
}

function shortestPathBack(graph, start) {
  const previous = new Map()
  const queue = [start]
  // The loop also visits what it appends.
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const found = [node]
        while (found[0] !== start) found.unshift(previous.get(found[0]))
        return found
      }
      if (!previous.has(next)) {
        previous.set(next, node)
        queue.push(next)
      }
    }
  }
  return undefined
}
