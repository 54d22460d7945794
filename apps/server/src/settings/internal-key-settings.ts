import * as z from 'zod'

export interface InternalKey {
  /** Identifies the internal application in the audit trail. */
  name: string
  key: string
}

const MIN_INTERNAL_KEY_LENGTH = 32
const DEFAULT_KEY_NAME = 'internal'

/** Parses `[name:]key[,[name:]key]`. */
export const internalKeys = () =>
  z.string().transform((text, context): InternalKey[] => {
    const parts = text.split(',').map(parseInternalKey)
    const keys = parts.filter((key) => key !== undefined)
    const names = keys.flatMap(({ name }) => name ?? [])
    const hasUnnamedKey = names.length < keys.length
    if (keys.length < parts.length) {
      context.addIssue(`must be [name:]key[,[name:]key] with keys of at least ${MIN_INTERNAL_KEY_LENGTH} characters`)
    } else if (hasDuplicates(names)) context.addIssue('must not have the same name twice')
    else if (hasUnnamedKey && names.includes(DEFAULT_KEY_NAME)) {
      context.addIssue(`must not name a key ${DEFAULT_KEY_NAME}: keys without a name have this name`)
    } else if (hasDuplicates(keys.map(({ key }) => key))) context.addIssue('must not have the same key twice')
    return keys.map(({ name = DEFAULT_KEY_NAME, key }) => ({ name, key }))
  })

const hasDuplicates = (texts: readonly string[]): boolean => new Set(texts).size < texts.length

function parseInternalKey(text: string): { name: string | undefined; key: string } | undefined {
  const [, name, key] = /^(?:([\w.-]{1,64}):)?([\w.~+/=-]+)$/.exec(text.trim()) ?? []
  return key !== undefined && key.length >= MIN_INTERNAL_KEY_LENGTH ? { name, key } : undefined
}

export type InternalKeyScopes = ReadonlyMap<string, 'read' | 'operate' | string[]>

/** Parses `name:scope[,name:scope]`. A scope is `read`, `operate` or `procedure[+procedure]`. */
export const internalKeyScopes = () =>
  z.string().transform((text, context): InternalKeyScopes => {
    const scopes = text.split(',').map(parseKeyScope)
    const parsed = new Map(scopes.filter((scope) => scope !== undefined))
    if (scopes.includes(undefined)) {
      context.addIssue('must be name:scope[,name:scope] with the scope read, operate or procedure[+procedure]')
    } else if (parsed.size < scopes.length) context.addIssue('must not have the same name twice')
    return parsed
  })

function parseKeyScope(text: string): [name: string, scope: 'read' | 'operate' | string[]] | undefined {
  const [, name, scope] = /^([\w.-]{1,64}):(read|operate|\w+\.\w+(?:\+\w+\.\w+)*)$/.exec(text.trim()) ?? []
  if (name === undefined || scope === undefined) return undefined
  return [name, scope === 'read' || scope === 'operate' ? scope : scope.split('+')]
}

/** Reports scopes for unknown keys, because a misspelt name would leave its key unrestricted. */
export function findKeyScopeProblems({
  internalApiKeys: keys = [{ name: DEFAULT_KEY_NAME }],
  internalKeyScopes: scopes,
}: {
  internalApiKeys?: Pick<InternalKey, 'name'>[] | undefined
  internalKeyScopes: InternalKeyScopes
}): string[] {
  const unknown = [...scopes.keys()].filter((name) => !keys.some((key) => key.name === name))
  return unknown.map((name) => `INTERNAL_API_KEY_SCOPES names ${name}, but no key of INTERNAL_API_KEY has this name`)
}
