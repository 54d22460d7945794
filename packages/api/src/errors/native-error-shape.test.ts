import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { expect, it } from 'vitest'
import { ERROR_CATALOG } from './catalog.ts'
import { toNativeErrorShape } from './native-error-shape.ts'

/** tRPC has no codes for these statuses. Their errors have the code of another status. */
const SUBSTITUTES: Record<number, number> = { 410: 404, 431: 400 }
const statuses = new Set<number>(Object.values(ERROR_CATALOG).map(({ status }) => status))

it.each([...statuses])('an error with status %i has the tRPC code of that status, or of its substitute', (status) => {
  const { code } = toNativeErrorShape(
    {},
    {
      name: 'internal',
      status,
      retryAfterSeconds: undefined,
      envelope: { _status: 'ERR', _error: { code: status, message: '' } },
    },
  ).data
  expect(getHTTPStatusCodeFromError(new TRPCError({ code }))).toBe(SUBSTITUTES[status] ?? status)
})
