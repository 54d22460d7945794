import { randomUUID } from 'node:crypto'
import { appendFile, readFile, unlink } from 'node:fs/promises'

/**
 * Creates a store for the processes of one machine. Appends instead of locking: a killed process leaves no lock behind.
 *
 * @returns {import('@partner-accounts/sdk').RateLimitStore}
 */
export const fileRateLimitStore = (folder) => ({
  async take(key, { requests, windowMs }) {
    const now = Date.now()
    const id = randomUUID()
    const period = Math.floor(now / windowMs)
    const file = (period) => `${folder}/${encodeURIComponent(key)}.${period}`
    await appendFile(file(period), `\n${now} ${id}`)
    const read = (period) => readFile(file(period), 'utf8').catch(() => '')
    const lines = `${await read(period - 1)}${await read(period)}`.split('\n').map((line) => line.split(' '))
    const freed = lines.filter(([time]) => time === 'freed').map(([, id]) => id)
    const taken = lines.filter(([time, id]) => Number(time) > now - windowMs && !freed.includes(id))
    const place = taken.findIndex((line) => line[1] === id)
    if (place < requests) return 0
    await appendFile(file(period), `\nfreed ${id}`)
    await unlink(file(period - 2)).catch(() => {})
    return Math.max(1, Number(taken[place - requests][0]) + windowMs - now)
  },
})
