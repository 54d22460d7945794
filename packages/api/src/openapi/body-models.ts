import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi'
import * as z from 'zod'
import { appRouter } from '../router.ts'

/** The names of request bodies, by operation: `.meta({ id })` of an input, which trpc-to-openapi drops. */
export function bodyModels(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  forEachOpenApiProcedure(appRouter._def.procedures, ({ procedure, meta: { openapi } }) => {
    const { inputParser } = getInputOutputParsers(procedure)
    const name = inputParser instanceof z.ZodType ? inputParser.meta()?.id : undefined
    if (openapi.operationId && name) names.set(openapi.operationId, name)
  })
  return names
}
