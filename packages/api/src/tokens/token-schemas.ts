import { LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { SAMPLES } from '../samples.ts'
import { anyString, ID } from '../wire/fields.ts'

export const partnerTokenRequestSchema = z
  .object({
    email: anyString(LIMITS.emailLength).meta({
      description: 'E-mail of the portal user, case-insensitive.',
      examples: ['ana@revenda.example'],
    }),
    password: anyString(LIMITS.signInPasswordLength).meta({
      description: 'Password of the portal user.',
      examples: ['correct horse battery staple'],
      format: 'password',
    }),
  })
  .meta({ id: 'PartnerTokenRequestModel', description: 'The credentials of a portal user.' })

export const partnerTokenSchema = z
  .object({
    token: z.string().meta({
      description: 'Partner token (JWT).',
      examples: [SAMPLES.token],
    }),
    _id: z.string().meta({
      ...ID,
      description: 'Id of the portal user who signed in.',
      examples: [SAMPLES.userId],
    }),
  })
  .meta({ id: 'PartnerTokenModel', description: 'A partner token and its portal user.' })
