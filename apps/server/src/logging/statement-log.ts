import type { ObserveStatement } from '@partner-accounts/db'
import type { Logger } from 'pino'

/** Returns an observer that logs the duration of each statement and passes it to `observe`. */
export const logStatements =
  (logger: Pick<Logger, 'debug'>, observe?: ObserveStatement): ObserveStatement =>
  async (text, execute) => {
    const startedAt = performance.now()
    try {
      return await (observe ? observe(text, execute) : execute())
    } finally {
      logger.debug({ statement: summarizeStatement(text), ms: Math.round(performance.now() - startedAt) }, 'statement')
    }
  }

/** Returns the leading comment (`account_page`), else verb and table (`SELECT mails`). The rest may contain values. */
export function summarizeStatement(text: string): string {
  const [, name] = /^\/\* (\w+) \*\//.exec(text) ?? []
  if (name !== undefined) return name
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]\w*)/i.exec(text) ?? []
  return [verb.toUpperCase(), table].filter(Boolean).join(' ')
}
