import type { Prisma, PrismaClient } from './generated/client.ts'

export type Client = PrismaClient | Prisma.TransactionClient

/** Copies into a new buffer, as Prisma requires. */
export const bytes = (value: Uint8Array) => Uint8Array.from(value)
