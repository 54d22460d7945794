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
import { createKeyring } from './idempotency-key.ts'

export function useCreateAccount(draft: AccountDraft, onCreated: (created: Created) => void) {
  const t = useMessages(createMessages)
  const locale = useLocale()
  const lists = useTRPC().accounts.list.queryFilter()
  const queryClient = useQueryClient()
  const [keyOf] = useState(createKeyring)
  const [errors, setErrors] = useState<DraftErrors>({})
  const creation = useAction({
    gcTime: 0,
    mutationFn: (body: ReturnType<typeof toBody>) =>
      client.accounts.create.mutate(body, { context: { idempotencyKey: keyOf(body) } }),
    onSuccess: (result, body) => {
      onCreated({ ...result, name: body.company_doc.name })
      void queryClient.invalidateQueries(lists)
    },
    onError: (error) => {
      const { name, fields = {} } = failureOf(error)
      if (name === 'administrator-email-taken') return setErrors({ email: t.emailTaken })
      const rejected = Object.entries(fields).flatMap(([field, messages]) =>
        isField(field) ? [[field, messages.join(' ')]] : [],
      )
      setErrors(Object.fromEntries(rejected) as DraftErrors)
    },
  })
  const submit = () => {
    const clean = cleanDraft(draft)
    const found = checkDraft(clean, locale)
    setErrors(found)
    if (Object.keys(found).length === 0) creation.mutate(toBody(clean))
  }
  /** A field that is being corrected is no longer counted. */
  const forgetError = (field: Field) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  return { creation, errors, submit, forgetError }
}
