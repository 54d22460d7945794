import { OPERATION_IDS, REST_OPERATIONS } from '@partner-accounts/rules'

// Repeats the ids, because the rulebook's types are not published.
/** Operation ids of the OpenAPI document. */
export type Operation =
  'createToken' | 'createPartnerAccount' | 'listPartnerAccounts' | 'getPartnerAccount' | 'listEvents'

export interface Route {
  operation: Operation | undefined
  /** The `account_id`, or `/` if it is empty. */
  parameter: string
  /** Empty for an unknown path. */
  methods: readonly string[]
}

const PATHS: readonly string[] = OPERATION_IDS.map((operation) => REST_OPERATIONS[operation].path)

const ROUTES = OPERATION_IDS.map((operation) => {
  const { method, path } = REST_OPERATIONS[operation]
  const hasRecords = PATHS.some((other) => other.startsWith(`${path}/{`))
  // Captures the slash of an empty identifier, for which the endpoints throw 404 after the permission check.
  const end = hasRecords ? '(/?)' : '/?'
  return { operation, method, hasRecords, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '(.+?)')}${end}$`) }
})

export function findRoute(method: string, path: string): Route {
  const matching = ROUTES.filter(({ pattern }) => pattern.test(path))
  const route = matching.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method))
  // `/partner-accounts/` has an empty identifier, so it is an unknown path.
  const known = matching.filter(({ hasRecords }) => !hasRecords || !path.endsWith('/'))
  const methods = known.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]))
  return {
    operation: route?.operation,
    parameter: decode(route?.pattern.exec(path)?.[1] ?? ''),
    methods: known.length > 0 ? [...methods, 'OPTIONS'].sort() : [],
  }
}

/** Text with invalid encoding stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
