import { type AppRouter, appRouter, type Caller, LOCALES, type Services, toErrorResponse } from '@partner-accounts/api'
import {
  type CreateFastifyContextOptions,
  fastifyTRPCPlugin,
  type FastifyTRPCPluginOptions,
} from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import type { InternalKeys } from '../authentication/internal-keys.ts'
import type { Admit } from './admission.ts'
import { toApiContext } from './api-context.ts'

export interface NativeOptions {
  services: Services
  admit: Admit
  internalKeys: InternalKeys
}

const refused = (error: unknown): Caller => ({ kind: 'refused', error })

/** The header that REST answers have too; of a batch's refusals, the one that takes longest. */
function retryAfter(errors: readonly Error[]): Record<string, string> {
  const seconds = errors.flatMap((error) => toErrorResponse(error, LOCALES[0], '').retryAfterSeconds ?? [])
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {}
}

/** The router as internal applications call it. A batch counts as many requests as it holds. */
export async function nativePlugin(
  app: FastifyInstance,
  { services, admit, internalKeys }: NativeOptions,
): Promise<void> {
  const callerOf = ({ req, res, info }: CreateFastifyContextOptions): Caller | Promise<Caller> => {
    // Part 8 limits partners: internal applications are not counted.
    const name = internalKeys.nameOf(req.headers.authorization)
    if (name !== undefined) return { kind: 'internal', name }
    // A refusal is thrown by the procedures: tRPC knows neither language nor request id where there is no context.
    return admit(req, res, info.calls.length).catch(refused)
  }

  await app.register(fastifyTRPCPlugin, {
    trpcOptions: {
      router: appRouter,
      createContext: async (options) => toApiContext(options.req, services, await callerOf(options)),
      responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
      onError({ error, path, req }) {
        const { status } = toErrorResponse(error, LOCALES[0], req.id)
        if (status >= 500) req.log.error({ err: error, reqId: req.id, path }, 'native call failed')
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  })
}
