import { skipToken, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { maskCep } from '@partner-accounts/ui/masks'
import { useMe } from '../permissions/me.ts'
import { useTRPC } from '../service/trpc.ts'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'
import { isComplete } from './check-digits.ts'

type SetDraft = Dispatch<SetStateAction<AccountDraft>>

export type LookupStates = Record<'address' | 'company', 'unsupported' | 'ready' | 'filled' | 'unknown' | 'unavailable'>

const CEP_LENGTH = 8

/** Results never become stale, except `unavailable`. Failed requests are not retried. */
const QUERY_OPTIONS = {
  staleTime: ({ state }: { state: { data?: unknown } }) => (state.data === 'unavailable' ? 0 : Infinity),
  retry: false,
}

/** Fills in the address of a CEP, and the names and the address of a CNPJ, but overwrites nothing typed. */
export function useLookups(draft: AccountDraft, setDraft: SetDraft): LookupStates {
  const trpc = useTRPC()
  const supported = useMe().me.lookups
  const clean = cleanDraft(draft)
  const cep = clean['company_doc.address.cep']
  const cnpj = clean['company_doc.cnpj']
  const hasCep = supported.address && cep.length === CEP_LENGTH
  const hasCnpj = supported.company && isComplete('company_doc.cnpj', cnpj)
  const address = resultOf(useQuery(trpc.lookups.findAddress.queryOptions(hasCep ? { cep } : skipToken, QUERY_OPTIONS)))
  const company = resultOf(
    useQuery(trpc.lookups.findCompany.queryOptions(hasCnpj ? { cnpj } : skipToken, QUERY_OPTIONS)),
  )
  // Each function tracks its own values, so a CEP without a result clears only values that a CEP lookup found.
  const fillAddress = useFill(setDraft)
  const fillCompany = useFill(setDraft)
  useEffect(() => {
    if (address === undefined) return
    const found = isFound(address) ? address : {}
    fillAddress({
      'company_doc.address.street_name': found.streetName ?? '',
      'company_doc.address.neighborhood': found.neighborhood ?? '',
      'company_doc.address.city': found.city ?? '',
      'company_doc.address.state': found.state ?? '',
    })
  }, [address, fillAddress])
  useEffect(() => {
    if (!isFound(company)) return
    fillCompany({
      'company_doc.name': company.name ?? '',
      'company_doc.trade_name': company.tradeName ?? '',
      'company_doc.address.cep': maskCep(company.cep ?? ''),
      'company_doc.address.street_name': company.streetName ?? '',
      'company_doc.address.street_number': company.streetNumber ?? '',
      'company_doc.address.complement': company.complement ?? '',
      'company_doc.address.neighborhood': company.neighborhood ?? '',
      'company_doc.address.city': company.city ?? '',
      'company_doc.address.state': company.state ?? '',
    })
  }, [company, fillCompany])

  return {
    address: stateOf(supported.address, address),
    company: stateOf(supported.company, company),
  }
}

/** `null`: nobody has the CEP or CNPJ. `undefined`: no result yet. */
type Result<T> = T | 'unavailable' | null | undefined

const resultOf = <T>({ data, isError }: { data: T; isError: boolean }) => (isError ? 'unavailable' : data)

const isFound = <T extends object>(result: Result<T>): result is T => typeof result === 'object' && result !== null

function stateOf(isSupported: boolean, result: Result<object>) {
  if (!isSupported) return 'unsupported'
  if (isFound(result)) return 'filled'
  if (result === null) return 'unknown'
  return result ?? 'ready'
}

/** Returns a function that fills in fields that are empty or still have the value that it filled in before. */
function useFill(setDraft: SetDraft): (found: Partial<AccountDraft>) => void {
  const filled = useRef<Partial<AccountDraft>>({})
  return useCallback(
    (found) => {
      const previous = filled.current
      filled.current = { ...previous, ...found }
      setDraft((typed) => {
        const isTyped = (field: Field) => typed[field] !== '' && typed[field] !== previous[field]
        const values = Object.entries(found).filter(([field]) => !isTyped(field as Field))
        return { ...typed, ...Object.fromEntries(values) }
      })
    },
    [setDraft],
  )
}
