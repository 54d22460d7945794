import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/**
 * Reads the connection settings in URLs, and the files of certificates and keys that the URLs name. While a file is
 * unreadable, for example because it is being replaced, returns the last settings for the host.
 */
export class ConnectionConfigs {
  readonly #lastByHost = new Map<number, ClientConfig>()

  /**
   * @param host index of the URL's host
   * @throws the error of a file that has never been readable
   */
  read(url: string, host: number): ClientConfig {
    try {
      const config = parseConfig(url)
      this.#lastByHost.set(host, config)
      return config
    } catch (error) {
      const last = this.#lastByHost.get(host)
      if (!last) throw error
      return last
    }
  }
}

function parseConfig(url: string): ClientConfig {
  const options = parse(url)
  const config = toClientConfig(options)
  // `toClientConfig` drops texts, such as `ssl=no-verify`.
  if (typeof options.ssl !== 'string') return config
  return { ...config, ssl: options.ssl === 'no-verify' ? { rejectUnauthorized: false } : true }
}
