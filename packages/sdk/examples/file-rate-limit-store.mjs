import { randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, unlink } from 'node:fs/promises'

/**
 * Creates a store for the processes of one machine. Appends instead of locking: a killed process leaves no lock behind.
 * A line is `<time> <id>` for a slot, and `freed <id>` after it if the slot exceeded the limit.
 *
 * @returns {import('@partner-accounts/sdk').RateLimitStore}
 */
export const fileRateLimitStore = (folder) => ({
  async take(key, { requests, windowMs }) {
    const now = Date.now()
    const id = randomUUID()
    const period = Math.floor(now / windowMs)
    const nameOf = (period) => `${encodeURIComponent(key)}.${period}`
    const pathOf = (period) => `${folder}/${nameOf(period)}`
    await appendFile(pathOf(period), `\n${now} ${id}`)
    const read = (period) => readFile(pathOf(period), 'utf8').catch(() => '')
    const current = await read(period)
    // The first slot of a period removes the files that no window reaches.
    if (current.startsWith(`\n${now} ${id}`)) await removeFiles(folder, key, [nameOf(period), nameOf(period - 1)])
    const lines = `${await read(period - 1)}${current}`.split('\n').map((line) => line.split(' '))
    const freed = lines.filter(([time]) => time === 'freed').map(([, freedId]) => freedId)
    const taken = lines.filter(([time, slotId]) => Number(time) > now - windowMs && !freed.includes(slotId))
    const place = taken.findIndex((line) => line[1] === id)
    if (place < requests) return 0
    await appendFile(pathOf(period), `\nfreed ${id}`)
    // The wait ends when an earlier slot leaves the window. That slot is `requests` places before the new one.
    return Math.max(1, Number(taken[place - requests][0]) + windowMs - now)
  },
})

async function removeFiles(folder, key, kept) {
  const files = await readdir(folder)
  // Compares the whole name before the period, because a key may begin with another key and a dot.
  const isOfKey = (file) => file.slice(0, file.lastIndexOf('.')) === encodeURIComponent(key)
  const old = files.filter((file) => isOfKey(file) && !kept.includes(file))
  await Promise.all(old.map((file) => unlink(`${folder}/${file}`).catch(() => {})))
}
