import { EMAIL_PATTERN } from '@partner-accounts/rules'
import { failureOf } from '@partner-accounts/ui/failure'
import { useEffect, useState } from 'react'
import { useMe } from '../permissions/me.ts'
import { client, type Outputs } from '../service/clients.ts'
import type { AccountDraft } from './account-draft.ts'

export type ExistingAccount = Outputs['accounts']['findExisting'][number]

export interface ExistingAccounts {
  emailOwner: (draft: AccountDraft) => ExistingAccount | undefined
  taxIdOwner: (draft: AccountDraft) => ExistingAccount | undefined
  /**
   * Searches again for the values of a draft, because an account may have been created with them since the last search.
   *
   * @returns the owner of the tax ID; `undefined` also if the user may not read accounts
   */
  searchAgain: (draft: AccountDraft) => Promise<ExistingAccount | undefined>
  /** Whether some values have no result yet. */
  isPending: boolean
  /** `undefined` unless the query has failed. */
  retry: (() => void) | undefined
}

/** The service permits 500 e-mails, 500 CNPJs and 500 CPFs per request. */
const MAX_VALUES_PER_REQUEST = 500
const TYPING_PAUSE_MS = 300

const CNPJ = /^[0-9A-Z]{12}\d{2}$/
const CPF = /^\d{11}$/

const taxIdOf = (draft: AccountDraft) => draft['company_doc.cnpj'] || draft['company_doc.cpf']

/** Searched values by draft. Cached, because typing changes only one of thousands of drafts. */
const cachedValues = new WeakMap<AccountDraft, readonly string[]>()

/** Returns the valid e-mail and the valid tax ID of a draft. */
function searchedValuesOf(draft: AccountDraft): readonly string[] {
  const cached = cachedValues.get(draft)
  if (cached) return cached
  const values: string[] = []
  if (EMAIL_PATTERN.test(draft.email)) values.push(draft.email.toLowerCase())
  const taxId = taxIdOf(draft)
  if (CNPJ.test(taxId) || CPF.test(taxId)) values.push(taxId)
  cachedValues.set(draft, values)
  return values
}

/**
 * Finds the partner's accounts with the e-mail or the tax ID of a draft, one batch of values after another.
 *
 * @param drafts cleaned
 */
export function useExistingAccounts(drafts: readonly AccountDraft[]): ExistingAccounts {
  const { mayRead } = useMe()
  /** Accounts by searched value. `undefined` if no account has the value. */
  const [known, setKnown] = useState<ReadonlyMap<string, ExistingAccount | undefined>>(new Map())
  const [failedBatch, setFailedBatch] = useState('')
  const pendingValues = mayRead
    ? [...new Set(drafts.flatMap(searchedValuesOf))].filter((value) => !known.has(value))
    : []
  // A text, so that the effect runs again only when the values change.
  const batch = pendingValues.slice(0, MAX_VALUES_PER_REQUEST).join('\n')
  const hasFailed = batch !== '' && batch === failedBatch
  useEffect(() => {
    if (batch === '' || hasFailed) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const search = async () => {
      try {
        const found = await findExisting(batch.split('\n'))
        if (isCurrent) setKnown((before) => new Map([...before, ...found]))
      } catch (error) {
        if (!isCurrent) return
        const { retryAfterSeconds } = failureOf(error)
        if (retryAfterSeconds === undefined) setFailedBatch(batch)
        else timer = setTimeout(() => void search(), retryAfterSeconds * 1000)
      }
    }
    timer = setTimeout(() => void search(), TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [batch, hasFailed])
  const searchAgain = async (draft: AccountDraft) => {
    if (!mayRead) return undefined
    const found = new Map(await findExisting(searchedValuesOf(draft)))
    setKnown((before) => new Map([...before, ...found]))
    return found.get(taxIdOf(draft))
  }
  return {
    emailOwner: (draft) => known.get(draft.email.toLowerCase()),
    taxIdOwner: (draft) => known.get(taxIdOf(draft)),
    searchAgain,
    isPending: batch !== '',
    retry: hasFailed ? () => setFailedBatch('') : undefined,
  }
}

/** Returns each value with the account that has it. */
async function findExisting(sought: readonly string[]): Promise<[string, ExistingAccount | undefined][]> {
  const accounts = await client.accounts.findExisting.mutate({
    emails: sought.filter((value) => EMAIL_PATTERN.test(value)),
    cnpjs: sought.filter((value) => CNPJ.test(value)),
    cpfs: sought.filter((value) => CPF.test(value)),
  })
  const ownerOf = (value: string) =>
    accounts.find(({ administratorEmail, cnpj, cpf }) => [administratorEmail.toLowerCase(), cnpj, cpf].includes(value))
  return sought.map((value) => [value, ownerOf(value)])
}
