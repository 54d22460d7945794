import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { WEBHOOK_RETRY_DELAYS } from '../../src/webhooks/webhook-worker.ts'

const SECONDS: Record<string, number> = { second: 1, segundo: 1, minute: 60, minuto: 60, hour: 3600, hora: 3600 }

it.each(['events.md', 'pt/events.md'])(
  'the delays between attempts of a delivery are those in docs/rest/%s',
  (page) => {
    const text = readFileSync(new URL(`../../../../docs/rest/${page}`, import.meta.url), 'utf8')
    // Matches rows such as `| 2 | 30 seconds |`.
    const rows = text.matchAll(/^\| \d+ \| (\d+) ([a-z]+?)s \|$/gm)
    expect([...rows].map(([, count, unit]) => Number(count) * SECONDS[unit!]!)).toEqual(WEBHOOK_RETRY_DELAYS)
  },
)
