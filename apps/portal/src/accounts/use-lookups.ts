import { skipToken, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffectEvent, useLayoutEffect, useState } from 'react'
import { maskCep } from '@partner-accounts/ui/masks'
import { useMe } from '../permissions/me.ts'
import type { Outputs } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'
import { isComplete } from './check-digits.ts'

type SetDraft = Dispatch<SetStateAction<AccountDraft>>

export type LookupStates = Record<'address' | 'company', 'unsupported' | 'ready' | 'filled' | 'unknown' | 'unavailable'>

type Found<Output> = Partial<Exclude<Output, 'unavailable' | null>>
type Company = Found<Outputs['lookups']['findCompany']>
/** Only the address of a company has a number and a complement. */
type Address = Omit<Company, 'name' | 'tradeName' | 'cep'>

const CEP = 'company_doc.address.cep'
const CEP_LENGTH = 8

/** Results never become stale, except `unavailable`. Failed requests are not retried. */
const QUERY_OPTIONS = {
  staleTime: ({ state }: { state: { data?: unknown } }) => (state.data === 'unavailable' ? 0 : Infinity),
  retry: false,
}

/**
 * Fills in the address of a CEP, and the names and the address of a CNPJ, but overwrites nothing typed. At the CEP of the
 * company, the address of the company wins, because it also has a number.
 */
export function useLookups(draft: AccountDraft, setDraft: SetDraft): LookupStates {
  const trpc = useTRPC()
  const supported = useMe().me.lookups
  const clean = cleanDraft(draft)
  const cep = clean[CEP]
  const cnpj = clean['company_doc.cnpj']
  const hasCep = supported.address && cep.length === CEP_LENGTH
  const hasCnpj = supported.company && isComplete('company_doc.cnpj', cnpj)
  const address = resultOf(useQuery(trpc.lookups.findAddress.queryOptions(hasCep ? { cep } : skipToken, QUERY_OPTIONS)))
  const company = resultOf(
    useQuery(trpc.lookups.findCompany.queryOptions(hasCnpj ? { cnpj } : skipToken, QUERY_OPTIONS)),
  )
  const { isFree, fill } = useFill(draft, setDraft)
  /** The result of the last CNPJ, also while the user types another. */
  const [lastCompany, setLastCompany] = useState<Company>({})
  const fillAddress = useEffectEvent((found: Address) => {
    const isOfCompany = cep === lastCompany.cep
    fill(isOfCompany ? addressFields(lastCompany, found) : addressFields(found))
  })
  const fillCompany = useEffectEvent((found: Company) => {
    setLastCompany(found)
    fill({
      'company_doc.name': found.name ?? '',
      'company_doc.trade_name': found.tradeName ?? '',
      [CEP]: maskCep(found.cep ?? ''),
    })
    if (cep === found.cep) fill(addressFields(found, recordOf(address)))
    else if (isFree(CEP)) fill(addressFields(found))
  })
  // Layout effects run before the user can type again. The address comes first, because the company may replace its CEP
  // in the same rendering.
  useLayoutEffect(() => {
    if (address !== undefined) fillAddress(recordOf(address))
  }, [cep, address])
  useLayoutEffect(() => {
    if (company !== undefined) fillCompany(recordOf(company))
  }, [company])

  return {
    address: stateOf(supported.address, address),
    company: stateOf(supported.company, company),
  }
}

/** Returns the fields of an address. Each has the value of the first source that has one, and is empty without any. */
function addressFields(...sources: Address[]): Partial<AccountDraft> {
  const valueOf = (name: keyof Address) => sources.map((source) => source[name]).find(Boolean) ?? ''
  return {
    'company_doc.address.street_name': valueOf('streetName'),
    'company_doc.address.street_number': valueOf('streetNumber'),
    'company_doc.address.complement': valueOf('complement'),
    'company_doc.address.neighborhood': valueOf('neighborhood'),
    'company_doc.address.city': valueOf('city'),
    'company_doc.address.state': valueOf('state'),
  }
}

/** `null`: nobody has the CEP or CNPJ. `undefined`: no result yet. */
type Result<T> = T | 'unavailable' | null | undefined

const resultOf = <T>({ data, isError }: { data: T; isError: boolean }) => (isError ? 'unavailable' : data)

const isFound = <T extends object>(result: Result<T>): result is T => typeof result === 'object' && result !== null

/** Returns what a lookup found, without any values if it found nothing or failed. */
const recordOf = <T extends object>(result: Result<T>): Partial<T> => (isFound(result) ? result : {})

function stateOf(isSupported: boolean, result: Result<object>) {
  if (!isSupported) return 'unsupported'
  if (isFound(result)) return 'filled'
  if (result === null) return 'unknown'
  return result ?? 'ready'
}

/**
 * Tracks the values that lookups have filled in. `isFree` returns whether a field is empty or still has such a value.
 * `fill` changes only free fields.
 */
function useFill(draft: AccountDraft, setDraft: SetDraft) {
  const [filled, setFilled] = useState<Partial<AccountDraft>>({})
  const isFree = (field: Field) => draft[field] === '' || draft[field] === filled[field]
  const fill = (found: Partial<AccountDraft>) => {
    const values = Object.fromEntries(Object.entries(found).filter(([field]) => isFree(field as Field)))
    setFilled((before) => ({ ...before, ...values }))
    setDraft((before) => ({ ...before, ...values }))
  }
  return { isFree, fill }
}
