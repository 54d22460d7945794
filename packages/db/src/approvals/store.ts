import { type Approval, type ApprovalStore, toRecordPage } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const DAY_SECONDS = 86_400

export function createApprovalStore(client: Client, run: RunStatement): ApprovalStore {
  const pending = async (where: Prisma.ApprovalWhereInput) => ({ ...where, expiresAt: { gt: await readClock(run) } })

  return {
    async add({ input, requester, ...approval }, validForDays) {
      const requestedAt = await readClock(run)
      const expiresAt = secondsAfter(requestedAt, validForDays * DAY_SECONDS)
      const json = { input: { ...input } as Prisma.InputJsonObject, requester: { ...requester } }
      return toApproval(await client.approval.create({ data: { ...approval, ...json, requestedAt, expiresAt } }))
    },

    async find(id) {
      const row = await client.approval.findFirst({ where: await pending({ id }) })
      return row ? toApproval(row) : undefined
    },

    async page(filter, { cursor, limit }) {
      const where = await pending({ ...filter, ...(cursor !== undefined && { id: { gt: cursor } }) })
      const rows = await client.approval.findMany({ where, orderBy: { id: 'asc' }, take: limit + 1 })
      return toRecordPage(rows.map(toApproval), limit)
    },

    remove: async ({ partnerId, id }) => (await client.approval.deleteMany({ where: { partnerId, id } })).count > 0,
  }
}

const toApproval = (row: Prisma.ApprovalGetPayload<object>) => row as unknown as Approval
