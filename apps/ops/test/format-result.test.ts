import { describe, expect, it } from 'vitest'
import { formatResult } from '../src/output/format-result.ts'

const lines = (...text: string[]) => text.map((line) => `${line}\n`).join('')

describe('without --json', () => {
  it('a list is a table', () => {
    const partners = [
      { id: 'p1', name: 'São José', coupon: null, permissions: ['accounts:read', 'accounts:create'] },
      { id: 'p20', name: 'Estrela', coupon: 'A-1', permissions: [] },
    ]

    expect(formatResult(partners, false)).toBe(
      lines(
        'id   name      coupon  permissions',
        'p1   São José  -       accounts:read, accounts:create',
        'p20  Estrela   A-1     -',
      ),
    )
  })

  it('an empty list is "None."', () => {
    expect(formatResult([], false)).toBe('None.\n')
  })

  it('a record has a line for each field, and a line for each record of a nested list', () => {
    const account = {
      id: 'a1',
      subscription: { status: 'active', percentOff: null, faceIds: 0 },
      days: [
        {
          weekday: 'monday',
          periods: [
            { start: '08:00', end: '12:00' },
            { start: '13:00', end: '17:48' },
          ],
        },
        { weekday: 'tuesday', periods: [] },
      ],
    }

    expect(formatResult(account, false)).toBe(
      lines(
        'id                       a1',
        'subscription.status      active',
        'subscription.percentOff  -',
        'subscription.faceIds     0',
        'days                     monday 08:00-12:00, 13:00-17:48',
        '                         tuesday -',
      ),
    )
  })
})

describe('control characters and bidirectional controls are escaped', () => {
  const name = 'x\u001b[2J\u009b2J\n\u202egnp.exe'

  it('in a table or a record', () => {
    expect(formatResult({ name }, false)).toBe('name  x\\u001b[2J\\u009b2J\\u000a\\u202egnp.exe\n')
  })

  it('in JSON, which still parses to the same value', () => {
    const printed = formatResult({ name }, true)

    expect(printed).toMatch(/^[\x20-\x7e]+\n$/)
    expect(JSON.parse(printed)).toEqual({ name })
  })
})
