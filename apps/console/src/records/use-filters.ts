import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Keeps a list's filters in the address, for links and the back button. The searched text, which may be a tax ID or an
 * e-mail, is only in the browser's history, because addresses are logged.
 */
export function useFilters<Name extends string>(...names: Name[]) {
  type Changes = Partial<Record<Name, string | undefined>> & { find?: string }
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { key, state } = useLocation() as { key: string; state: { find?: string } | null }
  const find = state?.find ?? ''
  const filters = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  /** Navigation is asynchronous: another change may precede the new address. */
  const pending = useRef<Changes>({})
  useEffect(() => {
    pending.current = {}
  }, [key])
  const change = (changes: Changes) => {
    pending.current = { ...pending.current, ...changes }
    const { find: text = find, ...changed } = pending.current
    const set = new URLSearchParams()
    for (const [name, value] of Object.entries<string | undefined>({ ...filters, ...changed }))
      if (value) set.set(name, value)
    void navigate(`?${set.toString()}`, { state: { find: text } })
  }
  const clear = () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), find: '' } as Changes)
  const isFiltered = find !== '' || Object.values(filters).some((value) => value !== '')
  return { filters, find, change, clear, isFiltered, includeTest: address.get('test') === 'true' }
}

/** `undefined` for anything but an id in the address. */
export const recordIn = (text: string): string | undefined => (/^[0-9a-f]{24}$/i.test(text) ? text : undefined)

/** `undefined` for anything else in the address. */
export const valueIn = <T extends string>(texts: Record<T, string>, text: string): T | undefined =>
  Object.hasOwn(texts, text) ? (text as T) : undefined
