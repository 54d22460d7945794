import { Form } from '@base-ui/react/form'
import { useMutation } from '@tanstack/react-query'
import { Button, FailureNotice, Search, TextField, useWords } from '@partner-accounts/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../service/clients.ts'
import { CODES, failureOf } from '@partner-accounts/ui/failure'
import { readAccountReference } from './account-reference.ts'
import { accountsWords } from './accounts-words.ts'

/** Finds an account. Its page is addressed by id, to keep documents out of the browser's history. */
export function AccountLookup() {
  const t = useWords(accountsWords)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const find = useMutation({
    mutationFn: (account_id: string) => client.accounts.get.query({ account_id }),
    onSuccess: ({ _id }) => navigate(`/portal/accounts/${_id}`),
    onError: (error) => {
      if (failureOf(error).code === CODES.accountNotFound) setErrors({ reference: t.findNothing })
    },
  })
  const submit = () => {
    const reference = readAccountReference(text)
    if (reference === undefined) setErrors({ reference: t.findMalformed })
    else if (!find.isPending) find.mutate(reference)
  }
  return (
    <Form className="stack" role="search" aria-label={t.find} errors={errors} onFormSubmit={submit}>
      <div className="lookup">
        <TextField name="reference" label={t.findLabel} hint={t.findHint} mono value={text} onChange={setText} />
        <Button type="submit" busy={find.isPending}>
          <Search size={16} aria-hidden /> {t.find}
        </Button>
      </div>
      {find.isError && failureOf(find.error).code !== CODES.accountNotFound && (
        <FailureNotice error={find.error} retry={() => find.mutate(find.variables)} />
      )}
    </Form>
  )
}
