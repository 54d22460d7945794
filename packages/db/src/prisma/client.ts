import type { Prisma, PrismaClient } from './generated/client.ts'

export type Client = PrismaClient | Prisma.TransactionClient

export type TransactClient = <T>(work: (transaction: Prisma.TransactionClient) => Promise<T>) => Promise<T>

/** Copies into a new buffer, as Prisma requires. */
export const bytes = (value: Uint8Array) => Uint8Array.from(value)
