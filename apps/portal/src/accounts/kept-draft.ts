import { localChoices } from '@partner-accounts/ui'
import type { AccountDraft, TaxIdKind } from './account-draft.ts'
import type { UsedKey } from './idempotency-key.ts'

const STORAGE_KEY = 'partner-accounts.new-account'
/** A form is offered for as long as the service remembers the response of its idempotency key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** An unfinished form. It survives when a phone discards its tab or the browser crashes. */
export interface KeptDraft {
  draft: Partial<AccountDraft>
  kind: TaxIdKind
  /** The accounts that were sent from the form and may exist. */
  used: readonly UsedKey[]
}

interface Stored extends KeptDraft {
  keptAt: number
}

/** By slot. The slots of a user begin with the user's id, because tabs in live mode and in test mode share the storage. */
type StoredBySlot = Record<string, Stored>

/**
 * Returns where a form is kept. Each form that was sent has its own slot, so no other form replaces it. A user's other
 * forms share one slot.
 */
export const slotOf = (userId: string, [first]: readonly UsedKey[]): string =>
  first ? `${userId} ${first.key}` : userId

/** Returns the forms that the user kept within the last 24 hours. */
export function readKeptDrafts(userId: string): KeptDraft[] {
  return Object.entries(readAll())
    .filter(([slot, stored]) => slot.split(' ')[0] === userId && hasOnlyTexts(stored))
    .map(([, stored]) => ({ draft: stored.draft, kind: stored.kind, used: usedOf(stored) }))
}

/** Returns the number of forms that were sent and whose secrets were not kept. Counts all users of this browser. */
export const countUnsavedSecrets = (): number =>
  Object.values(readAll()).filter((stored) => usedOf(stored).length > 0).length

export function keepDraft(userId: string | undefined, kept: KeptDraft): void {
  if (userId === undefined) return
  const slot = slotOf(userId, kept.used)
  const others = readAll()
  // The service remembers a key for a day after the account was sent, whenever the form is changed.
  const sentAt = kept.used.length > 0 ? others[slot]?.keptAt : undefined
  writeAll({ ...others, [slot]: { ...kept, keptAt: sentAt ?? Date.now() } })
}

/** @param used the keys of the form to remove */
export function removeKeptDraft(userId: string | undefined, used: readonly UsedKey[]): void {
  if (userId === undefined) return
  const removed = slotOf(userId, used)
  const others = Object.entries(readAll()).filter(([slot]) => slot !== removed)
  writeAll(Object.fromEntries(others))
}

export const removeKeptDrafts = (): void => localChoices.removeItem(STORAGE_KEY)

function writeAll(drafts: StoredBySlot): void {
  if (Object.keys(drafts).length === 0) removeKeptDrafts()
  else localChoices.setItem(STORAGE_KEY, JSON.stringify(drafts))
}

/** Returns the recent forms, none if the data is damaged. */
function readAll(): StoredBySlot {
  try {
    const stored = JSON.parse(localChoices.getItem(STORAGE_KEY) ?? 'null') as StoredBySlot | null
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, kept]) => isRecent(kept)))
  } catch {
    return {}
  }
}

function isRecent({ keptAt }: Stored): boolean {
  const age = Date.now() - keptAt
  return age >= 0 && age < MAX_AGE_MS
}

const usedOf = ({ used }: Stored): readonly UsedKey[] => (isList(used) ? used : [])

const isList = (value: unknown): value is readonly UsedKey[] => Array.isArray(value)

const hasOnlyTexts = ({ draft }: Stored): boolean =>
  typeof draft === 'object' && Object.values(draft ?? {}).every((value) => typeof value === 'string')
