import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/** Parameters of a URL that name files. */
const FILE_PARAMETER = /([?&])ssl(?:cert|key|rootcert)=[^&]*/g

/**
 * Reads the connection settings in URLs, and the certificates and keys in the files that the URLs name. While a file is
 * unreadable, for example because it is being replaced, continues with the last certificates and keys.
 */
export class ConnectionConfigs {
  #lastTls: ClientConfig['ssl']

  /** @throws the error of a file that has never been readable */
  read(url: string): ClientConfig {
    try {
      const config = parseConfig(url)
      this.#lastTls = config.ssl
      return config
    } catch (error) {
      if (this.#lastTls === undefined) throw error
      return { ...parseConfig(url.replace(FILE_PARAMETER, '$1')), ssl: this.#lastTls }
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
