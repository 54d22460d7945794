import {
  isSealedByFirst,
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  type SecondFactorStore,
  unsealWithKeyring,
} from '@partner-accounts/core'
import { bytes, type Client } from '../prisma/client.ts'

export const secondFactorContext = (userId: string): SealContext => ({ purpose: 'second factor', owner: userId })

const keyOf = ({ id: userId, partnerId }: { id: string; partnerId: string }) => ({ partnerId, userId })

export function createSecondFactorStore(client: Client, sealingKeys: SealingKeys): SecondFactorStore {
  const sealFor = (userId: string, secret: string) =>
    bytes(sealWithKeyring(secret, sealingKeys, secondFactorContext(userId)))

  return {
    async begin(user, secret) {
      const key = keyOf(user)
      const sealedSecret = sealFor(user.id, secret)
      await client.secondFactor.createMany({ data: { ...key, sealedSecret }, skipDuplicates: true })
      const { count } = await client.secondFactor.updateMany({
        data: { sealedSecret },
        where: { ...key, isActive: false },
      })
      return count > 0
    },

    async find(user) {
      const row = await client.secondFactor.findFirst({ where: keyOf(user) })
      if (!row) return undefined
      const { sealedSecret, isActive, recoveryHashes } = row
      const secret = unsealWithKeyring(sealedSecret, sealingKeys, secondFactorContext(user.id))
      if (secret !== undefined && !isSealedByFirst(sealedSecret, sealingKeys)) {
        // Reseals the secret with the first key, so that the old key can be removed.
        const where = { ...keyOf(user), sealedSecret }
        await client.secondFactor.updateMany({ data: { sealedSecret: sealFor(user.id, secret) }, where })
      }
      return { secret, isActive, recoveryHashes }
    },

    async activate(user, lastStep, recoveryHashes) {
      const data = { isActive: true, lastStep, recoveryHashes: [...recoveryHashes] }
      return (await client.secondFactor.updateMany({ data, where: { ...keyOf(user), isActive: false } })).count > 0
    },

    async useStep(user, step) {
      const where = { ...keyOf(user), lastStep: { lt: step } }
      return (await client.secondFactor.updateMany({ data: { lastStep: step }, where })).count > 0
    },

    async useRecoveryCode(user, hash) {
      const key = keyOf(user)
      const row = await client.secondFactor.findFirst({ select: { recoveryHashes: true }, where: key })
      if (!row?.recoveryHashes.includes(hash)) return false
      // The hashes must be unchanged since they were read, so only one of several concurrent calls succeeds.
      const where = { ...key, recoveryHashes: { equals: row.recoveryHashes } }
      const recoveryHashes = row.recoveryHashes.filter((other) => other !== hash)
      return (await client.secondFactor.updateMany({ data: { recoveryHashes }, where })).count > 0
    },

    async replaceRecoveryCodes(user, recoveryHashes) {
      const where = { ...keyOf(user), isActive: true }
      return (await client.secondFactor.updateMany({ data: { recoveryHashes: [...recoveryHashes] }, where })).count > 0
    },

    remove: async (user) => (await client.secondFactor.deleteMany({ where: keyOf(user) })).count > 0,

    async setRequired(id, requiresSecondFactor) {
      await client.partner.updateMany({ data: { requiresSecondFactor }, where: { id } })
    },
  }
}
