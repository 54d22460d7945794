import { readFileSync } from 'node:fs'

const GUIDES = new URL('../../../docs/rest/', import.meta.url)

/**
 * Reads a page of docs/rest. The build replaces this module with one that contains all pages (`tsup.config.ts`), because
 * an installed package has no repository around it.
 *
 * @param file such as `pt/errors.md`
 */
export const readGuide = (file: string): string => readFileSync(new URL(file, GUIDES), 'utf8')
