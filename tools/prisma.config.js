import { defineConfig } from 'prisma/config'

const db = '../packages/db/prisma'

export default defineConfig({
  schema: process.env['PRISMA_SCHEMA'] ?? `${db}/schema.prisma`,
  migrations: { path: `${db}/migrations` },
})
