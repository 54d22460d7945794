import { PrismaClient } from '@partner-accounts/db/prisma-client'
import { PrismaPg } from '@prisma/adapter-pg'
import { loadTargetSettings } from '../settings.ts'
import { createPrismaApp } from './create-prisma-app.ts'

const settings = loadTargetSettings()
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: settings.databaseUrl }) })
const app = await createPrismaApp(prisma, settings)
await app.listen({ port: settings.port, host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => process.exit()))
