import { freePort, RedisServer as Server } from '@partner-accounts/local-servers'
import { Redis } from 'ioredis'

export { hasRedis } from '@partner-accounts/local-servers'

/** A test's own Redis server, with a client. */
export class RedisServer extends Server {
  static override async create(): Promise<RedisServer> {
    return new RedisServer(await freePort())
  }

  async withClient<T>(use: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url())
    try {
      return await use(client)
    } finally {
      client.disconnect()
    }
  }
}
