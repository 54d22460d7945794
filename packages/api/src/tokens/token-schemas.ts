import * as z from 'zod'

/** PartnerTokenRequestModel (2.4). */
export const partnerTokenRequestSchema = z
  .object({
    email: z
      .string()
      .meta({ description: 'E-mail of the portal user, in any case.', examples: ['ana@revenda.example'] }),
    password: z
      .string()
      .meta({
        description: 'Password of the portal user.',
        examples: ['correct horse battery staple'],
        format: 'password',
      }),
  })
  .meta({ id: 'PartnerTokenRequestModel' })

/** PartnerTokenModel (2.5). */
export const partnerTokenSchema = z
  .object({
    token: z
      .string()
      .meta({
        description: 'Partner token (JWT).',
        examples: ['eyJhbGciOiJIUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiI2NWYwIn0.c2lnbmF0dXJl'],
      }),
    _id: z
      .string()
      .meta({ description: 'Id of the portal user who signed in.', examples: ['65f04c1e9b2d3a7f80c1e5a2'] }),
  })
  .meta({ id: 'PartnerTokenModel' })
