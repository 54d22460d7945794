import type { Prisma, PrismaClient } from './generated/client.ts'

/** The database, or one transaction of it: stores work on either. */
export type Client = PrismaClient | Prisma.TransactionClient

/** Prisma wants bytes in a buffer of their own. */
export const bytes = (value: Uint8Array) => Uint8Array.from(value)
