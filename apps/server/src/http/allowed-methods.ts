/** Which methods each path takes, for the `Allow` header. */
export class AllowedMethods {
  readonly #methods = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  /** @param route in Fastify's notation: `/accounts/:id` */
  add(route: string, method: string): void {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]*')}/?$`)
    const { methods } = this.#methods.get(route) ?? { methods: new Set(['OPTIONS']) }
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    this.#methods.set(route, { pattern, methods })
  }

  /** The methods of a path, in alphabetical order; none for an unknown path. */
  at(path: string): string[] {
    const route = [...this.#methods.values()].find(({ pattern }) => pattern.test(path))
    return [...(route?.methods ?? [])].sort()
  }
}
