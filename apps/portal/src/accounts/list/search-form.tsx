import { Form } from '@base-ui/react/form'
import { useMutation } from '@tanstack/react-query'
import { Button, FailureNotice, Search, TextField, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../service/clients.ts'
import { listMessages } from './list-messages.ts'

/** Opens the account for a complete tax ID or account id. */
export function SearchForm({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const t = useMessages(listMessages)
  const navigate = useNavigate()
  const [text, setText] = useState(query)
  const find = useMutation({
    mutationFn: (account_id: string) => client.accounts.get.query({ account_id }),
    onSuccess: ({ _id }) => navigate(`/portal/accounts/${_id}`),
    onError: (error) => {
      if (failureOf(error).name === 'account-not-found') onSearch(text)
    },
  })
  const submit = () => {
    const reference = readAccountReference(text)
    if (reference === undefined) onSearch(text)
    else if (!find.isPending) find.mutate(reference)
  }
  return (
    <Form className="stack" role="search" aria-label={t.find} onFormSubmit={submit}>
      <div className="lookup">
        <TextField
          name="query"
          label={t.findLabel}
          hint={t.findHint}
          type="search"
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        <Button type="submit" busy={find.isPending}>
          <Search size={16} aria-hidden /> {t.findButton}
        </Button>
      </div>
      {find.isError && failureOf(find.error).name !== 'account-not-found' && (
        <FailureNotice error={find.error} retry={() => find.mutate(find.variables)} />
      )}
    </Form>
  )
}

/** An account's id or its employer's tax ID (4.4). */
const FORMS = /^([0-9a-f]{24}|[0-9A-Z]{12}\d{2}|\d{11})$/i

/**
 * Parses a typed or pasted identifier. Tax IDs may be punctuated.
 * @returns `undefined` for anything other than an id, a CNPJ or a CPF
 */
function readAccountReference(text: string): string | undefined {
  const plain = text.replace(/[\s./-]/g, '')
  return FORMS.test(plain) ? plain : undefined
}
