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
  const change = ({ find: text = find, ...changes }: Partial<Record<Name, string>> & { find?: string }) => {
    const set = Object.entries<string>({ ...filters, ...changes }).filter(([, value]) => value !== '')
    void navigate(`?${new URLSearchParams(set).toString()}`, { state: { find: text } })
  }
  const clear = () => void navigate('?')
  const isFiltered = find !== '' || Object.values(filters).some((value) => value !== '')
  return { filters, find, change, clear, isFiltered }
}

/** Returns the option that a filter names; `undefined` for anything else that an address contains. */
export const oneOf = <T extends string>(options: readonly T[], text: string): T | undefined =>
  options.find((option) => option === text)
