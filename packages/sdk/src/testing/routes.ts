import type { OperationId } from '@partner-accounts/rules'

const ROUTES = {
  createToken: { method: 'POST', path: /^\/tokens\/?$/ },
  listPartnerAccounts: { method: 'GET', path: /^\/partner-accounts(\/?)$/ },
  createPartnerAccount: { method: 'POST', path: /^\/partner-accounts(\/?)$/ },
  getPartnerAccount: { method: 'GET', path: /^\/partner-accounts\/(.+?)\/?$/ },
  listEvents: { method: 'GET', path: /^\/events\/?$/ },
} satisfies Record<OperationId | 'listEvents', { method: string; path: RegExp }>

/** Operation ids of the OpenAPI document. */
export type Operation = keyof typeof ROUTES

export interface Route {
  operation: Operation | undefined
  /** `account_id`; `/` if it is empty. */
  parameter: string
  /** Empty for an unknown path. */
  methods: readonly string[]
}

export function findRoute(method: string, path: string): Route {
  const here = (Object.keys(ROUTES) as Operation[]).flatMap((operation) =>
    ROUTES[operation].path.test(path) ? { operation, ...ROUTES[operation] } : [],
  )
  const route = here.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method))
  // An empty identifier gets 404 after the permission check.
  const known = path === '/partner-accounts/' ? [] : here
  const methods = known.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]))
  return {
    operation: route?.operation,
    parameter: decode(route?.path.exec(path)?.[1] ?? ''),
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
