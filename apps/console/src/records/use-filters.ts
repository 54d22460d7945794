import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Keeps a list's filters in the address, for links and the back button. The searched text, which may be a tax ID or an
 * e-mail, is only in the browser's history, because addresses are logged.
 *
 * @param names parameters of the address
 */
export function useFilters<Name extends string>(...names: Name[]) {
  type Changes = Partial<Record<Name, string | undefined>> & { searchText?: string }
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { key, state } = useLocation() as { key: string; state: { searchText?: string } | null }
  const searchText = state?.searchText ?? ''
  const filters = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  // Navigation is asynchronous, so another change may follow before the address has the previous one.
  const pending = useRef<Changes>({})
  useEffect(() => {
    pending.current = {}
  }, [key])
  const change = (changes: Changes) => {
    pending.current = { ...pending.current, ...changes }
    const { searchText: changedText, ...changedFilters } = pending.current
    const newText = changedText ?? searchText
    const newFilters: Record<string, string | undefined> = { ...filters, ...changedFilters }
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(newFilters)) {
      if (value) parameters.set(name, value)
    }
    void navigate(`?${parameters.toString()}`, { state: { searchText: newText } })
  }
  const clear = () => {
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    change({ ...empty, searchText: '' } as Changes)
  }
  const isFiltered = searchText !== '' || Object.values(filters).some((value) => value !== '')
  return { filters, searchText, change, clear, isFiltered, includeTest: address.get('test') === 'true' }
}

/** Returns an id from the address; `undefined` for anything else. */
export const parseId = (text: string): string | undefined => (/^[0-9a-f]{24}$/i.test(text) ? text : undefined)

/** Returns a value from the address if it is a key of `texts`; `undefined` for anything else. */
export const parseKey = <T extends string>(texts: Record<T, string>, text: string): T | undefined =>
  Object.hasOwn(texts, text) ? (text as T) : undefined
