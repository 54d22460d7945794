import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Days for which the files of a build are kept after its last instance has stopped. */
export const PAGE_FILE_DAYS = 30

/** Files of the portal and the console, of every build that has run in the last {@link PAGE_FILE_DAYS} days. */
export interface PageFiles {
  /** Keeps the files of an app's build for {@link PAGE_FILE_DAYS} from now. */
  keep(app: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  listNames(app: string): Promise<string[]>
  read(app: string, name: string): Promise<Uint8Array | undefined>
}

const KEEP_LONGER = statement({
  name: 'page_files_keep_longer',
  parameters: { app: 'text', names: 'text[]' },
  columns: { name: 'text' },
  text: `
    UPDATE page_files SET kept_at = statement_timestamp()
    WHERE app = :app AND name = ANY (:names)
    RETURNING name
  `,
})

// Another instance of the build may add the same files at the same time.
const ADD = statement({
  name: 'page_files_add',
  parameters: { app: 'text', names: 'text[]', contents: 'bytea[]' },
  columns: {},
  text: `
    INSERT INTO page_files (app, name, content, kept_at)
    SELECT :app::text, file.name, file.content, statement_timestamp()
    FROM unnest(:names::text[], :contents::bytea[]) AS file (name, content)
    ON CONFLICT DO NOTHING
  `,
})

export const createPageFiles = (client: Client, run: RunStatement): PageFiles => ({
  async keep(app, files) {
    const kept = await run(KEEP_LONGER, { app, names: [...files.keys()] })
    const keptNames = new Set(kept.map(({ name }) => name))
    const missing = [...files].filter(([name]) => !keptNames.has(name))
    if (missing.length === 0) return
    await run(ADD, { app, names: missing.map(([name]) => name), contents: missing.map(([, content]) => content) })
  },

  async listNames(app) {
    const files = await client.pageFile.findMany({ select: { name: true }, where: { app } })
    return files.map(({ name }) => name)
  },

  async read(app, name) {
    const file = await client.pageFile.findUnique({ select: { content: true }, where: { app_name: { app, name } } })
    return file?.content
  },
})
