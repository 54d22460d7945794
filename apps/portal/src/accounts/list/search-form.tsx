import { Form } from '@base-ui/react/form'
import { readTaxId } from '@partner-accounts/rules'
import { Button, FailureNotice, Search, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../service/clients.ts'
import { listMessages } from './list-messages.ts'

const TYPING_PAUSE_MS = 300
/** Fewer letters begin too many words. */
const MIN_TYPED = 3

/**
 * Searches while the user types. Submitting opens the account with an id, or the only one with a tax ID.
 * @param onSearch `isTyping` until submitted
 */
export function SearchForm({
  query,
  onSearch,
}: {
  query: string
  onSearch: (query: string, isTyping: boolean) => void
}) {
  const t = useMessages(listMessages)
  const navigate = useNavigate()
  const [text, setText] = useState(query)
  const searched = useRef(query)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Links and buttons elsewhere change the query, too.
  useEffect(() => {
    if (query === searched.current) return
    searched.current = query
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(typing.current), [])

  const search = (typed: string, isTyping: boolean) => {
    searched.current = typed
    onSearch(typed, isTyping)
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(typing.current)
    const { length } = typed.trim()
    if (length === 0 || length >= MIN_TYPED) typing.current = setTimeout(() => search(typed, true), TYPING_PAUSE_MS)
  }
  const find = useAction({
    mutationFn: async (reference: string) => {
      if (isAccountId(reference)) return (await client.accounts.get.query({ account_id: reference }))._id
      const { items, total } = await client.accounts.search.query({ query: reference })
      return total === 1 ? items[0]?.id : undefined
    },
    onSuccess: (id) => (id === undefined ? search(text, false) : navigate(`/portal/accounts/${id}`)),
    onError: (error) => {
      if (failureOf(error).name === 'account-not-found') search(text, false)
    },
  })
  const submit = () => {
    clearTimeout(typing.current)
    const reference = isAccountId(text.trim()) ? text.trim() : readTaxId(text)
    if (reference === undefined) search(text, false)
    else find.mutate(reference)
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
          onChange={type}
        />
        <Button type="submit" busy={find.isPending}>
          <Search size={16} aria-hidden /> {t.findButton}
        </Button>
      </div>
      {find.isError && failureOf(find.error).name !== 'account-not-found' && (
        <FailureNotice error={find.error} retry={submit} />
      )}
    </Form>
  )
}

const isAccountId = (reference: string) => /^[0-9a-f]{24}$/i.test(reference)
