import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../service/clients.ts'
import { CODES, failureOf } from '../service/failure.ts'
import { useTRPC } from '../service/trpc.ts'
import { useLocale, useWords } from '../preferences/locale.ts'
import { type AccountDraft, cleanDraft, isField, toBody } from './account-draft.ts'
import { checkDraft, type DraftFaults } from './check-draft.ts'
import { createWords } from './create-words.ts'
import type { Created } from './created-account.tsx'
import { createKeyring } from './idempotency-key.ts'

/** Sends a draft, once: whatever is wrong with it comes back by field. */
export function useCreateAccount(draft: AccountDraft, onCreated: (created: Created) => void) {
  const t = useWords(createWords)
  const locale = useLocale()
  const lists = useTRPC().accounts.list.queryFilter()
  const queryClient = useQueryClient()
  const [keyOf] = useState(createKeyring)
  const [faults, setFaults] = useState<DraftFaults>({})
  const creation = useMutation({
    gcTime: 0,
    mutationFn: (body: ReturnType<typeof toBody>) =>
      client.accounts.create.mutate(body, { context: { idempotencyKey: keyOf(body) } }),
    onSuccess: (result, body) => {
      onCreated({ ...result, name: body.company_doc.name })
      void queryClient.invalidateQueries(lists)
    },
    onError: (error) => {
      const { code, fields = {} } = failureOf(error)
      if (code === CODES.emailTaken) return setFaults({ email: t.emailTaken })
      const told = Object.entries(fields).flatMap(([field, messages]) =>
        isField(field) ? [[field, messages.join(' ')]] : [],
      )
      setFaults(Object.fromEntries(told) as DraftFaults)
    },
  })
  const submit = () => {
    if (creation.isPending) return
    const clean = cleanDraft(draft)
    const found = checkDraft(clean, locale)
    setFaults(found)
    if (Object.keys(found).length === 0) creation.mutate(toBody(clean))
  }
  return { creation, faults, submit }
}
