import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Returns the filters of a list and a function that changes some of them. They are in the address, so that links and the
 * back button work. The text that the operator searched is in the browser's history only: addresses are logged and kept,
 * and it may be a document or an e-mail.
 */
export function useFilters<Name extends string>(...names: Name[]) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { find?: string } | null }
  const find = state?.find ?? ''
  const filters = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  const change = ({ find: text = find, ...changes }: Partial<Record<Name, string | undefined>> & { find?: string }) => {
    const set = new URLSearchParams()
    for (const [name, value] of Object.entries<string | undefined>({ ...filters, ...changes }))
      if (value) set.set(name, value)
    void navigate(`?${set.toString()}`, { state: { find: text } })
  }
  const clear = () => void navigate('?')
  const isFiltered = find !== '' || Object.values(filters).some((value) => value !== '')
  return { filters, find, change, clear, isFiltered }
}

/** Returns the value that a filter names; `undefined` for anything else that an address contains. */
export const valueIn = <T extends string>(texts: Record<T, string>, text: string): T | undefined =>
  Object.hasOwn(texts, text) ? (text as T) : undefined
