import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createLogger, createTextFormat } from './logger.ts'
import { logStatements } from './statement-log.ts'

it('a text log line has the local time, level, message and data, and below them the stack of an error', () => {
  const toText = createTextFormat(false)
  let text = ''
  const logger = pino(
    { base: null },
    {
      write: (line: string) => {
        text += toText(line)
      },
    },
  )
  logger.info('ready')
  logger.warn({ route: '/a\u001b[2J', status: 200, nested: { level: 1 } }, 'request')
  const error = Object.assign(new Error('no\nspace'), { code: 'ENOSPC', stack: 'Error: no\n    at file.ts:1' })
  logger.error({ err: error }, 'failed')
  const clock = /^\[(\d\d:\d\d:\d\d)\]/.exec(text)?.[1]
  // The remainder ignores a midnight between the log line and this check.
  expect(Math.abs(Date.parse(`${new Date().toDateString()} ${clock}`) - Date.now()) % 86_400_000).toBeLessThan(60_000)
  expect(text.replaceAll(/^\[[\d:]+\] /gm, '')).toBe(`INFO: ready
WARN: request {"route":"/a\\u001b[2J","status":200,"nested":{"level":1}}
ERROR: failed {"err":{"type":"Error","message":"no\\nspace","code":"ENOSPC"}}
    Error: no
        at file.ts:1
`)
})

it('JSON log lines contain the name of their level', () => {
  let lines = ''
  const logger = createLogger('debug', 'json', {
    write: (line) => {
      lines += line
    },
  })
  logger.info('ready')
  logger.child({}).error('failed')
  expect(lines).toMatch(/^\{"level":"info",.*"msg":"ready"\}\n\{"level":"error",.*"msg":"failed"\}\n$/)
})

it('the log line of a statement has its name, or its verb and table, but no values', async () => {
  let lines = ''
  const logger = createLogger('debug', 'json', {
    write: (line) => {
      lines += line
    },
  })
  const observe = logStatements(logger)
  expect(await observe('/* account_page */ SELECT 1', () => Promise.resolve(7))).toBe(7)
  await expect(observe("UPDATE mails SET a = 'x'", () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(lines).toMatch(/"statement":"account_page","ms":\d+,"msg":"statement"\}\n.*"statement":"UPDATE mails"/)
  expect(lines).not.toContain('SET')
})
