/** `pnpm seed`: fills a running service in development mode with sample data, through its procedures. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isApiError } from '@partner-accounts/client'
import { ignoreClosedPipe } from '../src/ignore-closed-pipe.ts'
import { OperatorError } from '../src/operator-error.ts'
import { loadSettings } from '../src/settings.ts'
import { addAccounts } from './accounts.ts'
import { addEndpoints, waitForDeliveries } from './endpoints.ts'
import { addColleagues, addResellers, PASSWORD } from './people.ts'
import { type Internal, Service } from './service.ts'

/** Created last, so the sample data is complete if this coupon exists. */
const LAST_COUPON = 'AMOSTRA-COMPLETA'
const FIRST_COUPON = 'NORTE20'
const OPERATOR = 'olga@operacao.example'

const dataDirectory = path.resolve(process.env['DATA_DIR'] || '.data')

async function fill(service: Service): Promise<void> {
  const { internal } = service
  if (await exists(internal, FIRST_COUPON)) {
    throw new OperatorError('the sample data is incomplete: stop the service, delete DATA_DIR, start it and seed again')
  }
  const startedAt = performance.now()
  const resellers = await addResellers(service)
  const operator = await service.signInOperator(OPERATOR)
  // Both calls mostly wait for queues of the service, so they run concurrently.
  const [endpoints] = await Promise.all([addEndpoints(internal, resellers), addColleagues(service, resellers.north)])
  try {
    await addAccounts(service, operator, resellers)
    await waitForDeliveries(internal, endpoints)
  } finally {
    await endpoints.close()
  }
  const { north, south, limited, test } = resellers
  await operator.notes.create.mutate({ partnerId: north.id, text: 'Renegociar o desconto em março.' })
  // `addResellers` raised the limits so that the seed is not rejected. `null` restores the default.
  for (const { id } of [north, south, test]) await internal.partners.setRateLimit.mutate({ id, rateLimit: null })
  // The limit is close to the 20 accounts that this partner has created in this minute.
  await internal.partners.setRateLimit.mutate({ id: limited.id, rateLimit: { requests: 25 } })
  // Already expired, so that the list of coupons shows an expired one.
  await internal.coupons.create.mutate({ code: LAST_COUPON, percentOff: 5, expiresAt: '2026-01-01' })
  console.log(`Sample data was added in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
}

async function exists(internal: Internal, code: string): Promise<boolean> {
  try {
    await internal.coupons.get.query({ code })
    return true
  } catch (error) {
    if (isApiError(error) && error.data?.httpStatus === 404) return false
    throw error
  }
}

const signIns = () => `
Sign in to the portal with the password ${PASSWORD}:

  ana@norte.example          manager of a reseller with a coupon, 200 accounts in all states and a test partner
  leitura@norte.example      may only read
  bruno@pontocerto.example   manager of a reseller whose endpoints fail
  clara@jornada.example      manager of a reseller near its rate limit, without a coupon

The console (pnpm ops console) shows all of them.`

function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (isApiError(error) && !error.data) return `the service does not respond: ${error.message}. Run pnpm dev first`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

ignoreClosedPipe(process.stdout)

try {
  const settings = loadSettings()
  // Only a service in development mode writes demo.json, and its mail files beside it.
  if (!existsSync(path.join(dataDirectory, 'demo.json'))) {
    throw new OperatorError(
      `${dataDirectory} has no demo.json: run pnpm dev or pnpm start first, with the same DATA_DIR. Production is never filled`,
    )
  }
  const service = new Service(settings.url, settings.readKey(), dataDirectory)
  if (await exists(service.internal, LAST_COUPON)) console.log('The sample data is there already. Nothing was added.')
  else await fill(service)
  console.log(signIns())
} catch (error) {
  console.error(describe(error))
  process.exitCode = 1
}
