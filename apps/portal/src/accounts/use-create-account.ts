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
import { keyFor, type UsedKey, wasSent } from './idempotency-key.ts'

interface CreationOptions {
  draft: AccountDraft
  /** The account that was sent last, with its key. */
  usedKey: UsedKey | undefined
  /** Called before the account is sent. */
  onSend: (usedKey: UsedKey) => void
  onCreated: (created: Created) => void
  /** Called with the rejected fields of the form, possibly none, when the creation has failed. */
  onRejected: (errors: DraftErrors) => void
}

export function useCreateAccount({ draft, usedKey, onSend, onCreated, onRejected }: CreationOptions) {
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
      onCreated({ ...result, name: body.company_doc.name })
      void queryClient.invalidateQueries(lists)
    },
    onError: (error) => {
      const { name, fields = {} } = failureOf(error)
      const rejected = name === 'administrator-email-taken' ? { email: t.emailTaken } : errorsOf(fields)
      setErrors(rejected)
      onRejected(rejected)
    },
  })
  const submit = () => {
    const clean = cleanDraft(draft)
    const found = checkDraft(clean, locale)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const body = toBody(clean)
    const sent = keyFor(body, usedKey)
    onSend(sent)
    creation.mutate({ body, key: sent.key })
  }
  /** Removes the error of a field that the user corrects. */
  const forgetError = (field: Field) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  /** Returns whether the form still contains the account that was sent last. A resend creates no second account. */
  const isResend = () => wasSent(toBody(cleanDraft(draft)), usedKey)
  return { creation, errors, submit, forgetError, isResend }
}

/** Leaves out fields that the form does not have. */
function errorsOf(fields: Record<string, readonly string[]>): DraftErrors {
  const known = Object.entries(fields).filter(([field]) => isField(field))
  return Object.fromEntries(known.map(([field, messages]) => [field, messages.join(' ')]))
}
