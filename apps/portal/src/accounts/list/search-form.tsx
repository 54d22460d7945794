import { Form } from '@base-ui/react/form'
import { readTaxId } from '@partner-accounts/rules'
import { Button, FailureNotice, Search, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../service/clients.ts'
import { listMessages } from './list-messages.ts'

const TYPING_PAUSE_MS = 300
/** Shorter texts are the beginning of too many words. */
const MIN_SEARCHED_LENGTH = 3

interface SearchFormProps {
  query: string
  /** `isTyping`: the user has not submitted the form. */
  onSearch: (query: string, options: { isTyping: boolean }) => void
}

/** Searches while the user types. Submitting an id, or a tax ID that only one account has, opens that account. */
export function SearchForm({ query, onSearch }: SearchFormProps) {
  const t = useMessages(listMessages)
  const navigate = useNavigate()
  const [text, setText] = useState(query)
  /** The query that this form has searched last. */
  const searched = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Links and buttons elsewhere change the query, too.
  useEffect(() => {
    if (query === searched.current) return
    searched.current = query
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (typed: string, options: { isTyping: boolean }) => {
    searched.current = typed
    onSearch(typed, options)
  }
  const changeText = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    const { length } = typed.trim()
    const isSearched = length === 0 || length >= MIN_SEARCHED_LENGTH
    if (isSearched) timer.current = setTimeout(() => search(typed, { isTyping: true }), TYPING_PAUSE_MS)
  }
  const lookup = useAction({
    mutationFn: async (reference: string) => {
      if (isAccountId(reference)) return (await client.accounts.get.query({ account_id: reference }))._id
      const { items, total } = await client.accounts.search.query({ query: reference })
      return total === 1 ? items[0]?.id : undefined
    },
    onSuccess: (id) => (id === undefined ? search(text, { isTyping: false }) : navigate(`/portal/accounts/${id}`)),
    onError: (error) => {
      if (failureOf(error).name === 'account-not-found') search(text, { isTyping: false })
    },
  })
  const submit = () => {
    clearTimeout(timer.current)
    const reference = isAccountId(text.trim()) ? text.trim() : readTaxId(text)
    if (reference === undefined) search(text, { isTyping: false })
    else lookup.mutate(reference)
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
          onChange={changeText}
        />
        <Button type="submit" busy={lookup.isPending}>
          <Search size={16} aria-hidden /> {t.findButton}
        </Button>
      </div>
      {lookup.isError && failureOf(lookup.error).name !== 'account-not-found' && (
        <FailureNotice error={lookup.error} retry={submit} />
      )}
    </Form>
  )
}

const isAccountId = (reference: string) => /^[0-9a-f]{24}$/i.test(reference)
