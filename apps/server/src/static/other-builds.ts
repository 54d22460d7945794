import type { PageFiles } from '@partner-accounts/db'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Asset } from './asset.ts'

/** Maximum age of the cached names. Requests for unknown files cause at most one query in this time. */
const NAMES_MAX_AGE_MS = 1_000
/** Maximum number of files in memory, about as many as two builds have. */
const MAX_ASSETS = 100
/** Anyone may request many files that are not in memory. This limit leaves connections to other requests. */
const CONCURRENT_READS = 2

export interface OtherBuildsOptions {
  app: string
  pageFiles: PageFiles
  toAsset: (file: string, content: Uint8Array) => Asset
}

/** The files of an app in other builds than this one. Pages that were opened before an upgrade still request them. */
export class OtherBuilds {
  readonly #options: OtherBuildsOptions
  readonly #assets = new LRUCache<string, Promise<Asset | undefined>>({ max: MAX_ASSETS })
  readonly #limit = pLimit(CONCURRENT_READS)
  #names: Promise<Set<string>> = Promise.resolve(new Set())
  #namesReadAt: number | undefined

  constructor(options: OtherBuildsOptions) {
    this.#options = options
  }

  async find(file: string): Promise<Asset | undefined> {
    if (!this.#assets.has(file)) {
      const names = await this.#readNames()
      if (!names.has(file)) return undefined
    }
    return this.#readOnce(file)
  }

  #readNames(): Promise<Set<string>> {
    const now = performance.now()
    if (this.#namesReadAt === undefined || now - this.#namesReadAt > NAMES_MAX_AGE_MS) {
      this.#namesReadAt = now
      const { app, pageFiles } = this.#options
      this.#names = pageFiles.listNames(app).then((names) => new Set(names))
    }
    return this.#names
  }

  /** Reads a file once, also for concurrent requests, and keeps it in memory if it exists. */
  async #readOnce(file: string): Promise<Asset | undefined> {
    const known = this.#assets.get(file)
    if (known) return known
    const asset = this.#limit(() => this.#read(file))
    this.#assets.set(file, asset)
    const found = await asset.catch(() => undefined)
    if (!found) this.#assets.delete(file)
    return asset
  }

  async #read(file: string): Promise<Asset | undefined> {
    const { app, pageFiles, toAsset } = this.#options
    const content = await pageFiles.read(app, file)
    return content && toAsset(file, content)
  }
}
