import { Client } from 'pg'

/**
 * What a connection says that was given up: the shape of a socket's own time-out, which Prisma takes for a database
 * that does not answer.
 */
const timedOut = () =>
  Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT', syscall: 'read', errno: -110 })

/**
 * A connection that gives itself up when a statement is not answered in time. `query_timeout` of `pg` gives up the
 * statement alone: whoever holds the connection goes on waiting behind it, and it goes back to the pool as it is.
 */
export const boundedClient = (withinMs: number): typeof Client =>
  class BoundedClient extends Client {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- stands for every overload
    override query(...parameters: any[]): any {
      const given: unknown[] = parameters
      const bound = setTimeout(() => this.connection.stream.destroy(timedOut()), withinMs)
      const query = super.query.bind(this) as (...parameters: unknown[]) => Promise<unknown>
      const callback = given.at(-1)
      if (typeof callback !== 'function') return query(...given).finally(() => clearTimeout(bound))
      return query(...given.slice(0, -1), (...answer: unknown[]) => {
        clearTimeout(bound)
        ;(callback as (...answer: unknown[]) => void)(...answer)
      })
    }

    /** Takes leave, and does not wait for a server that does not hear it. */
    override end(...parameters: [callback?: (error: Error) => void]): never {
      setTimeout(() => this.connection.stream.destroy(), withinMs).unref()
      return (super.end as (...parameters: unknown[]) => never).apply(this, parameters)
    }
  }
