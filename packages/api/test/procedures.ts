import type { AnyProcedure } from '@trpc/server'
import { procedures } from '../src/router.ts'
import type { ProcedureMeta } from '../src/trpc.ts'

/** Returns the procedures of a record by their names, such as `internal.partners.create`. */
function* proceduresOf(record: object, path: readonly string[] = []): Generator<[string, AnyProcedure]> {
  for (const [key, value] of Object.entries(record)) {
    const name = [...path, key]
    if (typeof value === 'function') yield [name.join('.'), value as AnyProcedure]
    else yield* proceduresOf(value as object, name)
  }
}

/** All procedures of the native API by their names. */
export const PROCEDURES = new Map(proceduresOf(procedures))

/** Returns the type and the meta of a procedure. tRPC has no other access to the type than `_def`. */
export const definitionOf = ({ _def, meta }: AnyProcedure) => ({
  type: _def.type,
  meta: meta as ProcedureMeta | undefined,
})
