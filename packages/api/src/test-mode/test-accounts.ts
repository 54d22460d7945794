import {
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  listTestMails,
  reissueCredentials,
  authorizeTestAccount,
  revokeApiToken,
  showTestMail,
} from '@partner-accounts/core'
import * as z from 'zod'
import { accessOf } from '../authorize.ts'
import type { ApiContext } from '../context.ts'
import { subscriptionChanges } from '../console/subscriptions.ts'
import { partnerProcedure } from '../trpc.ts'
import { byId, recordId } from '../wire/fields.ts'
import { bounceOf } from '../errors/provoked-errors.ts'

const testProcedure = partnerProcedure('accounts:create')

/** Checks that the account is the caller's test account, and returns the actor to record. */
const authorizedActor = ({ services, caller }: ApiContext, id: string) =>
  authorizeTestAccount(services, { access: accessOf(caller), id })

/** Operators' procedures that partners may call for their test accounts. */
export const testAccounts = {
  /** Lists the mails to a test account's administrator, with their contents. */
  listMails: testProcedure.input(byId).query(async ({ ctx, input: { id } }) => {
    const mails = await listTestMails(ctx.services, { access: accessOf(ctx.caller), id })
    return mails.map(({ id, createdAt, subject, text, message, recipient }) => ({
      id,
      createdAt,
      subject,
      text,
      message,
      bounce: bounceOf(recipient),
    }))
  }),
  /** Returns the HTML of a mail to a test account's administrator. */
  getMail: testProcedure.input(z.object({ id: recordId(), mailId: recordId() })).query(async ({ ctx, input }) => {
    const { html } = await showTestMail(ctx.services, { access: accessOf(ctx.caller), ...input })
    return { html }
  }),
  /** Activates the subscription of a test account. */
  activate: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    const { status } = await activateSubscription(ctx.services, {
      actor: await authorizedActor(ctx, id),
      accountId: id,
    })
    return { id, status }
  }),
  /** Updates the number of employees or face ids of a test account. */
  update: testProcedure.input(byId.and(subscriptionChanges)).mutation(async ({ ctx, input: { id, ...changes } }) => {
    const actor = await authorizedActor(ctx, id)
    const { employees, faceIds } = await changeSubscription(ctx.services, { actor, accountId: id, changes })
    return { id, employees, faceIds }
  }),
  /** Cancels the subscription of a test account. */
  cancel: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    const { status } = await cancelSubscription(ctx.services, { actor: await authorizedActor(ctx, id), accountId: id })
    return { id, status }
  }),
  /** Revokes the token of a test account. */
  revokeToken: testProcedure.input(byId).mutation(async ({ ctx, input: { id } }) => {
    await revokeApiToken(ctx.services, { actor: await authorizedActor(ctx, id), id })
    return { id }
  }),
  /** Replaces the token and secret of a test account. Only this response contains them. */
  reissueToken: testProcedure
    .input(byId)
    .mutation(async ({ ctx, input: { id } }) =>
      reissueCredentials(ctx.services, { actor: await authorizedActor(ctx, id), id }),
    ),
}
