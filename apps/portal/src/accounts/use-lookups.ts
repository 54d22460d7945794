import { skipToken, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { maskCep } from '@partner-accounts/ui/masks'
import { useMe } from '../permissions/me.ts'
import { useTRPC } from '../service/trpc.ts'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'

type SetDraft = Dispatch<SetStateAction<AccountDraft>>

export type LookupStates = Record<'address' | 'company', 'unsupported' | 'ready' | 'filled' | 'unknown' | 'unavailable'>

const OPTIONS = {
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
  const hasCep = supported.address && cep.length === 8
  const hasCnpj = supported.company && cnpj.length === 14
  const address = resultOf(useQuery(trpc.lookups.findAddress.queryOptions(hasCep ? { cep } : skipToken, OPTIONS)))
  const company = resultOf(useQuery(trpc.lookups.findCompany.queryOptions(hasCnpj ? { cnpj } : skipToken, OPTIONS)))
  // Each remembers what it has filled in, so a CEP without a result clears only what a CEP has filled in.
  const fillAddress = useFill(setDraft)
  const fillCompany = useFill(setDraft)
  useEffect(() => {
    if (address === undefined) return
    // A CEP without a result clears the previous address.
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

/** `null`: unknown key; `undefined`: none. */
type Result<T> = T | 'unavailable' | null | undefined

const resultOf = <T>({ data, isError }: { data: T; isError: boolean }) => (isError ? 'unavailable' : data)

const isFound = <T extends object>(result: Result<T>): result is T => typeof result === 'object' && result !== null

function stateOf(isSupported: boolean, result: Result<object>) {
  if (!isSupported) return 'unsupported'
  if (isFound(result)) return 'filled'
  return result === null ? 'unknown' : (result ?? 'ready')
}

function useFill(setDraft: SetDraft): (found: Partial<AccountDraft>) => void {
  const filled = useRef<Partial<AccountDraft>>({})
  return useCallback(
    (found) => {
      const earlier = filled.current
      filled.current = { ...earlier, ...found }
      setDraft((typed) => {
        const isTyped = (field: Field) => typed[field] !== '' && typed[field] !== earlier[field]
        const values = Object.entries(found).filter(([field]) => !isTyped(field as Field))
        return { ...typed, ...Object.fromEntries(values) }
      })
    },
    [setDraft],
  )
}
