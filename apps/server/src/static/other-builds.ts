import type { PageFiles } from '@partner-accounts/db'

/** How long names are cached, so that requests for unknown files cause at most one query in this time. */
const NAMES_MAX_AGE_MS = 1_000

/** The files of an app in other builds than this one. Pages that were opened before an upgrade still request them. */
export class OtherBuilds {
  readonly #app: string
  readonly #pageFiles: PageFiles
  #names: Promise<Set<string>> = Promise.resolve(new Set())
  #namesReadAt = -Infinity

  constructor(app: string, pageFiles: PageFiles) {
    this.#app = app
    this.#pageFiles = pageFiles
  }

  async find(name: string): Promise<Uint8Array | undefined> {
    const names = await this.#readNames()
    return names.has(name) ? this.#pageFiles.read(this.#app, name) : undefined
  }

  #readNames(): Promise<Set<string>> {
    const now = performance.now()
    if (now - this.#namesReadAt > NAMES_MAX_AGE_MS) {
      this.#namesReadAt = now
      this.#names = this.#pageFiles.listNames(this.#app).then((names) => new Set(names))
    }
    return this.#names
  }
}
