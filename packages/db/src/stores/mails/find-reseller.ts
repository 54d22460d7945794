import type { Reseller } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { RESELLER } from '../../sql/mail-statements.ts'

/** Returns who sold the account of a mail, and how customers reach them; `undefined` without a partner. */
export async function findReseller(
  run: RunStatement,
  mail: { partnerId: string; accountId: string | null },
): Promise<Reseller | undefined> {
  const [row] = await run(RESELLER, mail)
  return row && { name: row.name, email: row.email ?? undefined }
}
