import type { inferRouterError } from '@trpc/server'
import { expect, it } from 'vitest'
import type { AppRouter, RouterInputs, RouterOutputs } from '../src/index.ts'
import { printRouter } from './print-router.ts'
import type { ErrorShape, Inputs, Outputs } from './router-types.ts'

it('src/generated/app-router.ts contains the types of the router; `pnpm --filter @partner-accounts/client run types` updates it', async () => {
  await expect(printRouter()).toMatchFileSnapshot('../src/generated/app-router.ts')
})

/** Compiles only if the printed types and those of the sources match. */
export const compareTypes = (
  printed: RouterInputs,
  inputs: Inputs,
  outputs: Outputs,
  printedError: inferRouterError<AppRouter>,
  error: ErrorShape,
) => ({
  inputs: [printed satisfies Inputs, inputs satisfies RouterInputs],
  outputs: outputs satisfies RouterOutputs,
  errors: [printedError satisfies ErrorShape, error satisfies inferRouterError<AppRouter>],
})
