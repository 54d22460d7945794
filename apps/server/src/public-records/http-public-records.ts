import {
  isLongerThan,
  LIMITS,
  type PostalAddress,
  type PublicCompany,
  type PublicRecords,
  STATES,
} from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import * as z from 'zod'
import { readBody } from '../http/read-body.ts'
import { errorCode } from '../logging/error-code.ts'
import type { PublicRecordsSettings } from '../settings/settings.ts'

/** Shorter than the timeout of a request, because a user is waiting. */
const TIMEOUT_MS = 2_000
const MAX_RESPONSE_BYTES = 256 * 1024
const MAX_CONCURRENT = 20
const MAX_CACHED = 5_000
const CACHE_TTL_MS = 3_600_000
const WARNING_INTERVAL_MS = 60_000

const NO_RECORD = Symbol('no record')

const field = z
  .string()
  .trim()
  .refine((text) => text !== '' && !/\p{Cc}/u.test(text) && !isLongerThan(text, LIMITS.textLength))
  .optional()
  .catch(undefined)
const stateField = z.enum(STATES).optional().catch(undefined)

/** Some registers return the CEP as a number, without its leading zeros. No CEP has only zeros. */
const cepField = z
  .union([z.string().min(1), z.number().min(1)])
  .transform((cep) => String(cep).padStart(8, '0'))
  .refine((cep) => /^\d{8}$/.test(cep))
  .optional()
  .catch(undefined)

/** Responses of BrasilAPI, which has English names, and of ViaCEP. */
const addressSchema = z
  .object({
    street: field,
    logradouro: field,
    neighborhood: field,
    bairro: field,
    city: field,
    localidade: field,
    state: stateField,
    uf: stateField,
  })
  .transform(({ street, logradouro, neighborhood, bairro, city, localidade, state, uf }): PostalAddress => ({
    streetName: street ?? logradouro,
    neighborhood: neighborhood ?? bairro,
    city: city ?? localidade,
    state: state ?? uf,
  }))

/** Responses of BrasilAPI and of Minha Receita. */
const companySchema = z
  .object({
    razao_social: field,
    nome_fantasia: field,
    cep: cepField,
    descricao_tipo_de_logradouro: field,
    logradouro: field,
    numero: field,
    complemento: field,
    bairro: field,
    municipio: field,
    uf: stateField,
  })
  .transform((record): PublicCompany => ({
    name: record.razao_social,
    tradeName: record.nome_fantasia,
    cep: record.cep,
    streetName: record.logradouro && [record.descricao_tipo_de_logradouro, record.logradouro].filter(Boolean).join(' '),
    streetNumber: record.numero,
    complement: record.complemento,
    neighborhood: record.bairro,
    city: record.municipio,
    state: record.uf,
  }))

export function createPublicRecords({ cepUrl, cnpjUrl }: PublicRecordsSettings, logger: Logger): PublicRecords {
  return {
    ...(cepUrl !== undefined && { findAddress: createLookup({ name: 'cep', url: cepUrl }, addressSchema, logger) }),
    ...(cnpjUrl !== undefined && { findCompany: createLookup({ name: 'cnpj', url: cnpjUrl }, companySchema, logger) }),
  }
}

/** Creates a lookup with limits of time, size and concurrency, and with a cache. Logs failures. */
function createLookup<T extends object>(
  { name, url }: { name: string; url: string },
  schema: z.ZodType<T>,
  logger: Logger,
): (key: string, partnerId: string) => Promise<T | 'unavailable' | undefined> {
  const cache = new LRUCache<string, T | typeof NO_RECORD, string>({
    max: MAX_CACHED,
    ttl: CACHE_TTL_MS,
    fetchMethod: async (_cacheKey, _stale, { context: key }) => {
      const json = await fetchJson(lookupUrl(url, name, key))
      if (json === undefined || json === null) return NO_RECORD
      const record = schema.parse(json)
      const isEmpty = Object.values(record).every((value) => value === undefined)
      return isEmpty ? NO_RECORD : record
    },
  })
  let runningLookups = 0
  let warnedAt: number | undefined

  return async (key, partnerId) => {
    const cacheKey = `${partnerId} ${key}`
    const cached = cache.get(cacheKey)
    if (cached !== undefined) return cached === NO_RECORD ? undefined : cached
    if (runningLookups >= MAX_CONCURRENT) return 'unavailable'
    runningLookups += 1
    try {
      const found = await cache.forceFetch(cacheKey, { context: key })
      return found === NO_RECORD ? undefined : found
    } catch (error) {
      const now = performance.now()
      if (warnedAt !== undefined && now - warnedAt < WARNING_INTERVAL_MS) return 'unavailable'
      warnedAt = now
      // The log contains neither the key nor the response, which may describe a person.
      logger.warn({ records: name, cause: errorCode(error) }, 'lookup in public records failed')
      return 'unavailable'
    } finally {
      runningLookups -= 1
    }
  }
}

const lookupUrl = (url: string, name: string, key: string): string =>
  url.includes(`{${name}}`) ? url.replace(`{${name}}`, key) : `${url.replace(/\/+$/, '')}/${key}`

/**
 * Rejects redirects, because they could lead to internal addresses.
 *
 * @returns `undefined` for an unknown key
 */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    if (response.status === 404 || response.status === 400) return undefined
    throw new Error(`HTTP ${response.status}`)
  }
  return JSON.parse((await readBody(response, MAX_RESPONSE_BYTES)).toString('utf8'))
}
