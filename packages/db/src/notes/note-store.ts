import { type NoteStore, toRecordPage } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

export const createNoteStore = (client: Client): NoteStore => ({
  add: (note) => client.note.create({ data: note }),

  find: async (id) => (await client.note.findFirst({ where: { id } })) ?? undefined,

  async page({ partnerId, accountId }, { cursor, limit }) {
    const rows = await client.note.findMany({
      where: { partnerId, accountId, ...(cursor !== undefined && { id: { lt: cursor } }) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    })
    return toRecordPage(rows, limit)
  },

  async delete({ partnerId, id }) {
    await client.note.deleteMany({ where: { partnerId, id } })
  },
})
