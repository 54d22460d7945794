import * as z from 'zod'

/** For the audit trail. */
export interface InternalKey {
  name: string
  key: string
}

const MIN_INTERNAL_KEY_LENGTH = 32
const DEFAULT_KEY_NAME = 'internal'

/** Parses `[name:]key[,[name:]key]`. */
export const internalKeys = () =>
  z.string().transform((text, context): InternalKey[] => {
    const keys = text.split(',').map(parseInternalKey)
    if (keys.includes(undefined)) {
      context.addIssue(`must be [name:]key[,[name:]key] with keys of at least ${MIN_INTERNAL_KEY_LENGTH} characters`)
    }
    return keys.filter((key) => key !== undefined)
  })

function parseInternalKey(text: string): InternalKey | undefined {
  const [, name = DEFAULT_KEY_NAME, key] = /^(?:([\w.-]{1,64}):)?([\w.~+/=-]+)$/.exec(text.trim()) ?? []
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

/** A misspelt name would leave a key unrestricted. */
export function findKeyScopeProblems({
  INTERNAL_API_KEY: keys = [{ name: DEFAULT_KEY_NAME }],
  INTERNAL_API_KEY_SCOPES: scopes,
}: {
  INTERNAL_API_KEY?: Pick<InternalKey, 'name'>[] | undefined
  INTERNAL_API_KEY_SCOPES: InternalKeyScopes
}): string[] {
  const unknown = [...scopes.keys()].filter((name) => !keys.some((key) => key.name === name))
  return unknown.map((name) => `INTERNAL_API_KEY_SCOPES names ${name}, but no key of INTERNAL_API_KEY has this name`)
}
