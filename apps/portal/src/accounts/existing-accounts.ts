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
  /** Some values have no result yet. */
  isPending: boolean
  retry: (() => void) | undefined
}

/** The service's limit, each for e-mails and tax IDs. */
const VALUES_PER_REQUEST = 500
const TYPING_PAUSE_MS = 300

const CNPJ = /^[0-9A-Z]{12}\d{2}$/
const CPF = /^\d{11}$/

const taxIdOf = (draft: AccountDraft) => draft['company_doc.cnpj'] || draft['company_doc.cpf']
/** Cached, because typing changes only one of thousands of drafts. */
const values = new WeakMap<AccountDraft, readonly string[]>()

function valuesOf(draft: AccountDraft): readonly string[] {
  const known = values.get(draft)
  if (known) return known
  const email = EMAIL_PATTERN.test(draft.email) ? [draft.email.toLowerCase()] : []
  const found = [...email, ...[taxIdOf(draft)].filter((text) => CNPJ.test(text) || CPF.test(text))]
  values.set(draft, found)
  return found
}

export function useExistingAccounts(drafts: readonly AccountDraft[]): ExistingAccounts {
  const { mayRead } = useMe()
  const [known, setKnown] = useState<ReadonlyMap<string, ExistingAccount | undefined>>(new Map())
  const [failed, setFailed] = useState('')
  const unknown = mayRead ? [...new Set(drafts.flatMap(valuesOf))].filter((value) => !known.has(value)) : []
  const batch = unknown.slice(0, VALUES_PER_REQUEST).join('\n')
  const hasFailed = batch !== '' && batch === failed
  useEffect(() => {
    if (batch === '' || hasFailed) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const look = () =>
      void findExisting(batch.split('\n')).then(
        (found) => isCurrent && setKnown((before) => new Map([...before, ...found])),
        (error: unknown) => {
          const { retryAfterSeconds } = failureOf(error)
          if (!isCurrent) return
          if (retryAfterSeconds === undefined) setFailed(batch)
          else timer = setTimeout(look, retryAfterSeconds * 1000)
        },
      )
    timer = setTimeout(look, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [batch, hasFailed])
  return {
    emailOwner: (draft) => known.get(draft.email.toLowerCase()),
    taxIdOwner: (draft) => known.get(taxIdOf(draft)),
    isPending: batch !== '',
    retry: hasFailed ? () => setFailed('') : undefined,
  }
}

async function findExisting(sought: readonly string[]): Promise<[string, ExistingAccount | undefined][]> {
  const accounts = await client.accounts.findExisting.mutate({
    emails: sought.filter((value) => EMAIL_PATTERN.test(value)),
    cnpjs: sought.filter((value) => CNPJ.test(value)),
    cpfs: sought.filter((value) => CPF.test(value)),
  })
  const isOwner = (value: string) => (account: ExistingAccount) =>
    [account.administratorEmail.toLowerCase(), account.cnpj, account.cpf].includes(value)
  return sought.map((value) => [value, accounts.find(isOwner(value))])
}
