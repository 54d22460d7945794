import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger, createTextFormat } from './logger.ts'
import { logStatements, summarizeStatement } from './statement-log.ts'

it('a text log line has the local time, level, message and data, and below them the stack of an error', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9, 5, 7) })
  onTestFinished(() => void vi.useRealTimers())
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
  expect(text).toBe(`[09:05:07] INFO: ready
[09:05:07] WARN: request {"route":"/a\\u001b[2J","status":200,"nested":{"level":1}}
[09:05:07] ERROR: failed {"err":{"type":"Error","message":"no\\nspace","code":"ENOSPC"}}
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

it('log lines contain the ids of the span', () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  createLogger('info', 'json', destination, () => ({ trace_id: 'abc' })).info('ready')
  expect(JSON.parse(lines[0]!)).toMatchObject({ trace_id: 'abc', msg: 'ready' })
})

it('text log lines for a terminal color their level', () => {
  const colored = createTextFormat(true)
  const textOf = (level: number) => colored(JSON.stringify({ level, time: 0, msg: 'x' })).replace(/^\[[\d:]+\] /, '')
  expect([20, 30, 40, 50, 60].map(textOf)).toEqual([
    '\u001b[0mDEBUG\u001b[39m: x\n',
    '\u001b[32mINFO\u001b[39m: x\n',
    '\u001b[33mWARN\u001b[39m: x\n',
    '\u001b[31mERROR\u001b[39m: x\n',
    '\u001b[31mFATAL\u001b[39m: x\n',
  ])
})

it('secrets are removed from three levels of a logged object', () => {
  const lines: string[] = []
  const logger = createLogger('info', 'json', { write: (line) => void lines.push(line) })
  const secrets = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
  for (const name of secrets) logger.info({ [name]: 'hidden', a: { [name]: 'hidden', b: { [name]: 'hidden' } } })
  expect(lines.join('')).not.toContain('hidden')
  expect(lines.join('').match(/\[redacted\]/g)).toHaveLength(3 * secrets.length)
})

it('a logged statement runs through the given observer', async () => {
  const lines: object[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as object)
  const logger = createLogger('debug', 'json', { write })
  const observed: string[] = []
  const observe = logStatements(logger, (text, execute) => {
    observed.push(text)
    return execute()
  })
  expect(await observe('BEGIN', () => Promise.resolve(1))).toBe(1)
  expect(observed).toEqual(['BEGIN'])
  expect(lines).toMatchObject([{ level: 'debug', statement: 'BEGIN', msg: 'statement' }])
})

it('summarizeStatement returns the verb and the table of a statement', () => {
  expect(['INSERT INTO "public"."mails" VALUES', 'select 1', ''].map(summarizeStatement)).toEqual([
    'INSERT mails',
    'SELECT',
    '',
  ])
})
