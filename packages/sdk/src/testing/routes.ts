/** What can be asked of the service, by the names of its OpenAPI document. */
export type Operation = 'createToken' | 'listPartnerAccounts' | 'createPartnerAccount' | 'getPartnerAccount'

const ROUTES: readonly { operation: Operation; method: string; path: RegExp }[] = [
  { operation: 'createToken', method: 'POST', path: /^\/tokens\/?$/ },
  { operation: 'listPartnerAccounts', method: 'GET', path: /^\/partner-accounts\/?$/ },
  { operation: 'createPartnerAccount', method: 'POST', path: /^\/partner-accounts\/?$/ },
  { operation: 'getPartnerAccount', method: 'GET', path: /^\/partner-accounts\/([^/]+)\/?$/ },
]

/** Where a request leads. */
export interface Route {
  operation: Operation | undefined
  /** In the path: `account_id`. */
  parameter: string
  /** What the path takes; nothing for an unknown one. */
  methods: readonly string[]
}

/** @param path below the base address, as it came */
export function findRoute(method: string, path: string): Route {
  const here = ROUTES.filter((route) => route.path.test(path))
  const route = here.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method))
  const methods = here.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]))
  return {
    operation: route?.operation,
    parameter: decode(route?.path.exec(path)?.[1] ?? ''),
    methods: here.length > 0 ? [...methods, 'OPTIONS'].sort() : [],
  }
}

/** What is no encoding stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
