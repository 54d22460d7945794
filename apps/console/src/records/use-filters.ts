import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Returns a list's filters and a function that changes some of them. They are in the address, so links and the back
 * button work. The searched text, which may be a tax ID or an e-mail, is only in the browser's history, because
 * addresses are logged.
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

/** Returns the value that a filter names; `undefined` for anything else in the address. */
export const valueIn = <T extends string>(texts: Record<T, string>, text: string): T | undefined =>
  Object.hasOwn(texts, text) ? (text as T) : undefined
