import type { AccountBody } from '@partner-accounts/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../service/clients.ts'
import { failureOf } from '@partner-accounts/ui/failure'
import { useTRPC } from '../service/trpc.ts'
import { useLocale, useMessages, useAction } from '@partner-accounts/ui'
import { type AccountDraft, cleanDraft, type Field, isField, toBody } from './account-draft.ts'
import { checkDraft, type DraftErrors } from './check-draft.ts'
import { createMessages } from './create-messages.ts'
import type { Created } from './created-account.tsx'
import type { ExistingAccount, ExistingAccounts } from './existing-accounts.ts'
import { keyFor, type UsedKey, wasSentLast } from './idempotency-key.ts'

interface CreationOptions {
  draft: AccountDraft
  existing: ExistingAccounts
  /** The accounts that were sent and not rejected, the last one at the end. */
  used: readonly UsedKey[]
  onUsed: (used: readonly UsedKey[]) => void
  onCreated: (created: Created) => void
  /** Called with the rejected fields of the form, possibly none, when the creation has failed. */
  onRejected: (errors: DraftErrors) => void
}

export function useCreateAccount({ draft, existing, used, onUsed, onCreated, onRejected }: CreationOptions) {
  const t = useMessages(createMessages)
  const locale = useLocale()
  const lists = useTRPC().accounts.search.queryFilter()
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<DraftErrors>({})
  const creation = useAction({
    // The response contains secrets.
    gcTime: 0,
    mutationFn: ({ body, key }: { body: AccountBody; key: string }) =>
      client.accounts.create.mutate(body, { context: { idempotencyKey: key } }),
    onSuccess: (result, { body }) => {
      onCreated({ ...result, name: body.company_doc.name, used })
      void queryClient.invalidateQueries(lists)
    },
    onError: (error, { key }) => {
      const { status, name, fields = {} } = failureOf(error)
      // After any other failure, the account may exist.
      if (status === 422) onUsed(withoutKey(used, key))
      const rejected = name === 'administrator-email-taken' ? { email: t.emailTaken } : errorsOf(fields)
      setErrors(rejected)
      onRejected(rejected)
    },
  })
  const send = () => {
    const clean = cleanDraft(draft)
    const found = checkDraft(clean, locale)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const body = toBody(clean)
    const sent = keyFor(body, used)
    onUsed([...withoutKey(used, sent.key), sent])
    search.reset()
    creation.mutate({ body, key: sent.key })
  }
  /** The account about which the user is asked, because it has the same tax ID. */
  const [duplicate, setDuplicate] = useState<ExistingAccount>()
  const sendOrAsk = (owner: ExistingAccount | undefined) => (owner ? setDuplicate(owner) : send())
  const search = useAction({ mutationFn: () => existing.searchAgain(cleanDraft(draft)), onSuccess: sendOrAsk })
  const submit = () => {
    const clean = cleanDraft(draft)
    const owner = existing.taxIdOwner(clean)
    // The duplicate of a resend may be its own account, so a resend requires no confirmation.
    if (wasSentLast(toBody(clean), used)) send()
    // An account that was sent before may exist, although its response was lost.
    else if (used.length > 0 && !owner) search.mutate()
    else sendOrAsk(owner)
  }
  /** Removes the error of a field that the user corrects. */
  const forgetError = (field: Field) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  const question = duplicate && {
    name: duplicate.name,
    onClose: () => setDuplicate(undefined),
    onConfirm: () => {
      setDuplicate(undefined)
      send()
    },
  }
  return {
    isPending: search.isPending || creation.isPending,
    isCreated: creation.isSuccess,
    error: search.error ?? creation.error,
    errors,
    submit,
    question,
    forgetError,
  }
}

const withoutKey = (used: readonly UsedKey[], key: string) => used.filter((sent) => sent.key !== key)

/** Leaves out fields that the form does not have. */
function errorsOf(fields: Record<string, readonly string[]>): DraftErrors {
  const known = Object.entries(fields).filter(([field]) => isField(field))
  return Object.fromEntries(known.map(([field, messages]) => [field, messages.join(' ')]))
}
