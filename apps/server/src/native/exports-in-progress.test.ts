import { EventEmitter } from 'node:events'
import { LIMITS } from '@partner-accounts/core'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { ExportsInProgress } from './exports-in-progress.ts'

it('a partner can begin one more export after each export that ends, and aborted requests do not count', () => {
  const exports = new ExportsInProgress()
  const begin = (partnerId: string) => {
    const raw = new EventEmitter()
    exports.begin(partnerId, { raw } as unknown as FastifyReply)
    return () => raw.emit('close')
  }
  const aborted = { raw: Object.assign(new EventEmitter(), { closed: true }) } as unknown as FastifyReply
  for (let count = 0; count <= LIMITS.concurrentExports; count++) exports.begin('p1', aborted)
  const ends = Array.from({ length: LIMITS.concurrentExports }, () => begin('p1'))
  expect(() => begin('p1')).toThrow('too-many-exports')
  begin('p2')
  for (const end of ends) {
    end()
    begin('p1')
    expect(() => begin('p1')).toThrow('too-many-exports')
  }
})
