import {
  type FlateCallback,
  type Unzipped,
  type UnzipCallback,
  unzipSync,
  type Zippable,
  zipSync,
} from 'fflate/browser'

export * from 'fflate/browser'

/** A workbook of 2,000 rows has about 2 MB. */
const MAX_UNZIPPED_BYTES = 50_000_000

/** Unzips the XML files of a workbook. Throws if they are too large. */
export function unzipWorkbook(archive: Uint8Array): Unzipped {
  let unzipped = 0
  return unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false
      unzipped += originalSize
      if (unzipped > MAX_UNZIPPED_BYTES) throw new Error('the workbook is too large')
      return true
    },
  })
}

/** Returns the names of all files in an archive, without unzipping them. */
export function fileNamesIn(archive: Uint8Array): string[] {
  const names: string[] = []
  unzipSync(archive, {
    filter: ({ name }) => {
      names.push(name)
      return false
    },
  })
  return names
}

/**
 * `zip` and `unzip` replace those of fflate for the workbook libraries. fflate starts its workers from a blob URL, which
 * the `Content-Security-Policy` of the page forbids. See `alias` in vite.config.ts.
 */
export const zip = (files: Zippable, done: FlateCallback): void => done(null, zipSync(files))

export const unzip = (archive: Uint8Array, done: UnzipCallback): void => done(null, unzipWorkbook(archive))
