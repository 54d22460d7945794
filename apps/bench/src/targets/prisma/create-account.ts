import { type Coupon, createIdGenerator, issueCredentials, sampleWorkSchedule } from '@partner-accounts/core'
import { Prisma, type PrismaClient } from '@partner-accounts/db/prisma-client'
import type * as z from 'zod'
import { comparedTerms } from '../compared-terms.ts'
import type { accountPostSchema } from './account-schemas.ts'
import type { Caller } from './authenticate.ts'
import { HttpError } from './http-error.ts'

type PostBody = z.output<typeof accountPostSchema>

const newId = createIdGenerator()

const isRedeemable = ({ expiresAt, maxRedemptions, redemptions }: Coupon) =>
  (expiresAt === null || expiresAt > new Date()) && (maxRedemptions === null || redemptions < maxRedemptions)

export async function createAccount(prisma: PrismaClient, { userId, partnerId }: Caller, body: PostBody) {
  const id = newId()
  const { apiToken, secret, stored } = issueCredentials(id)
  try {
    await prisma.$transaction(async (transaction) => {
      const partner = await transaction.partner.update({
        where: { id: partnerId },
        data: { accountCount: { increment: 1 } },
        include: { coupon: true },
      })
      const redeemed = partner.coupon && isRedeemable(partner.coupon) ? partner.coupon : undefined
      if (redeemed) {
        await transaction.coupon.update({ where: { id: redeemed.id }, data: { redemptions: { increment: 1 } } })
      }
      await transaction.account.create({
        data: {
          id,
          partnerId,
          number: partner.accountCount,
          secretHash: Buffer.from(stored.secretHash),
          apiTokenHash: stored.apiTokenHash && Buffer.from(stored.apiTokenHash),
          sealedApiToken: stored.sealedApiToken && Buffer.from(stored.sealedApiToken),
          terms: comparedTerms(body),
          ...belongings(body),
          subscriptions: {
            create: {
              id: newId(),
              employees: body.employees_quantity,
              ...(redeemed && { couponId: redeemed.id, percentOff: redeemed.percentOff }),
            },
          },
        },
      })
      const emailKey = body.email.toLowerCase()
      await transaction.administratorEmail.create({ data: { emailKey, partnerId, accountId: id } })
      const actor = { actorKind: 'portal-user', actorName: userId }
      await transaction.auditEntry.create({
        data: { id: newId(), ...actor, action: 'account.created', subjectId: id, partnerId, accountId: id },
      })
    })
  } catch (error) {
    if (isDuplicate(error)) throw new HttpError(422, 88, 'The e-mail is already registered.')
    throw error
  }
  return { _id: id, api_token: apiToken, secret }
}

const isDuplicate = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

function belongings({ full_name, email, mobile_phone, company_doc: { address, ...company } }: PostBody) {
  const { name, days } = sampleWorkSchedule()
  return {
    name: company.name,
    tradeName: company.trade_name,
    cpf: company.cpf ?? null,
    cnpj: company.cnpj ?? null,
    financialEmail: company.financial_email ?? null,
    fullName: full_name,
    email,
    mobilePhone: mobile_phone,
    units: {
      create: {
        id: newId(),
        name: company.trade_name,
        cep: address.cep,
        streetName: address.street_name,
        streetNumber: address.street_number,
        neighborhood: address.neighborhood,
        complement: address.complement ?? null,
        state: address.state,
        city: address.city,
      },
    },
    workSchedules: { create: { id: newId(), name, days: days as unknown as Prisma.InputJsonValue } },
  }
}
