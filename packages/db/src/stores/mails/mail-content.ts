import {
  type MailContent,
  type MailKind,
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '@partner-accounts/core'
import { bytes } from '../../prisma/client.ts'
import type { MailKind as StoredMailKind } from '../../prisma/generated/client.ts'

/** The kinds by their names in Prisma, which allows no hyphens. */
export const toStoredKind = (kind: MailKind) => kind.replaceAll('-', '_') as StoredMailKind
export const fromStoredKind = (kind: StoredMailKind) => kind.replaceAll('_', '-') as MailKind

const contextOf = (mailId: string): SealContext => ({ purpose: 'mail content', owner: mailId })

/** A queued mail may contain an activation link, so its content is encrypted in the table. */
export const sealContent = (mailId: string, content: MailContent, sealingKeys: SealingKeys) =>
  bytes(sealWithKeyring(JSON.stringify(content), sealingKeys, contextOf(mailId)))

export const unsealContent = (mailId: string, sealed: Uint8Array, sealingKeys: SealingKeys): MailContent =>
  JSON.parse(unsealWithKeyring(sealed, sealingKeys, contextOf(mailId))) as MailContent
