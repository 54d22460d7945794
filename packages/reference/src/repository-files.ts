import { readFileSync } from 'node:fs'

const ROOT = new URL('../../../', import.meta.url)

/**
 * Reads a file of the repository. The build replaces this module with one that contains all such files
 * (`tsup.config.ts`), because an installed package has no repository around it.
 *
 * @param file a page of docs/rest, or the colors and fonts of the design system
 */
export const readRepositoryFile = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')
