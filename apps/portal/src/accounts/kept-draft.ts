import { localChoices } from '@partner-accounts/ui'
import type { AccountDraft, DocumentKind } from './account-draft.ts'
import type { UsedKey } from './idempotency-key.ts'

const STORAGE_KEY = 'partner-accounts.new-account'
/** A form is offered for as long as the service remembers the response of its idempotency key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** A form that was not completed. It survives its tab, which a phone may discard, and crashes of the browser. */
export interface KeptDraft {
  draft: Partial<AccountDraft>
  kind: DocumentKind
  /** The account that was sent last, with its key. Sending it again returns the same account and secret. */
  used: UsedKey | undefined
}

interface Stored extends KeptDraft {
  userId: string
  keptAt: number
}

/** Returns the user's form if it was kept within the last 24 hours. */
export function readKeptDraft(userId: string | undefined): KeptDraft | undefined {
  const stored = parse(localChoices.getItem(STORAGE_KEY))
  if (!stored || stored.userId !== userId) return undefined
  const age = Date.now() - stored.keptAt
  const isRecent = age >= 0 && age < MAX_AGE_MS
  if (!isRecent) return undefined
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
    const hasTexts = stored !== null && Object.values(stored.draft).every((value) => typeof value === 'string')
    return hasTexts ? stored : undefined
  } catch {
    return undefined
  }
}
