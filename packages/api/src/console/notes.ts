import { addNote, deleteNote, LIMITS, listNotes } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, optional, recordId, text } from '../wire/fields.ts'
import { pageFields } from '../wire/pages.ts'

const subject = { partnerId: optional(recordId()), accountId: optional(recordId()) }

const hasOneSubject = ({ partnerId, accountId }: { partnerId?: string | undefined; accountId?: string | undefined }) =>
  (partnerId === undefined) !== (accountId === undefined)
const EXACTLY_ONE = { path: ['partnerId'], message: 'either' satisfies FieldError }

export const notes = {
  /** Lists the notes about a partner or an account. */
  list: internalProcedure('viewer')
    .input(z.object({ ...subject, ...pageFields }).refine(hasOneSubject, EXACTLY_ONE))
    .query(({ ctx, input: { cursor, limit, ...record } }) =>
      listNotes(ctx.services, { ...record, page: { cursor, limit } }),
    ),
  /** Creates a note about a partner or an account. */
  create: internalProcedure('support')
    .input(z.object({ ...subject, text: text(LIMITS.noteLength) }).refine(hasOneSubject, EXACTLY_ONE))
    .mutation(({ ctx, input }) => addNote(ctx.services, { actor: ctx.actor, ...input })),
  /** Deletes a note. Only administrators and internal applications can delete notes by other authors. */
  delete: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx: { services, actor, caller }, input }) => {
      const hasRightToAll = caller.kind !== 'operator' || caller.session.role === 'admin'
      return deleteNote(services, { actor, hasRightToAll, ...input })
    }),
}
