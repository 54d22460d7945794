import { localChoices } from '@partner-accounts/ui'
import type { AccountDraft, DocumentKind } from './account-draft.ts'
import type { UsedKey } from './idempotency-key.ts'

const STORAGE_KEY = 'partner-accounts.new-account'
/** After it, the service no longer returns the response of an idempotency key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** A form that was not completed. It survives the end of its tab: on phones, and when the browser crashes or updates. */
export interface KeptDraft {
  draft: Partial<AccountDraft>
  kind: DocumentKind
  /** Of the last attempt to create the account. With it, the service returns the same account and secret again. */
  used: UsedKey | undefined
}

interface Stored extends KeptDraft {
  userId: string
  keptAt: number
}

/** Returns the user's form of the last 24 hours. */
export function readKeptDraft(userId: string | undefined): KeptDraft | undefined {
  const stored = parse(localChoices.getItem(STORAGE_KEY))
  if (!stored || stored.userId !== userId) return undefined
  const age = Date.now() - stored.keptAt
  if (!(age >= 0 && age < MAX_AGE_MS)) return undefined
  const { draft, kind, used } = stored
  return { draft, kind, used }
}

/** Replaces the kept form. */
export function keepDraft(userId: string | undefined, kept: KeptDraft): void {
  if (userId === undefined) return
  const stored: Stored = { ...kept, userId, keptAt: Date.now() }
  localChoices.setItem(STORAGE_KEY, JSON.stringify(stored))
}

export const removeKeptDraft = (): void => localChoices.removeItem(STORAGE_KEY)

/** Treats damaged data as absent. */
function parse(text: string | null): Stored | undefined {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored | null
    const isWhole = stored !== null && Object.values(stored.draft).every((value) => typeof value === 'string')
    return isWhole ? stored : undefined
  } catch {
    return undefined
  }
}
