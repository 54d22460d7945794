import { open } from 'node:fs/promises'
import { expect, parseObject } from '../../options/checks.ts'
import type { Journal, JournalEntry } from './journal.ts'

/**
 * Returns a journal in a file of JSON lines that only its owner can read. `load` removes a line that a crash has truncated.
 *
 * @example
 * createMany(client, rows, { journal: fileJournal('customers.journal.jsonl') })
 */
export function fileJournal(path: string): Journal {
  let last: Promise<void> = Promise.resolve()
  return {
    async load() {
      // Opened for writing, so that a missing folder fails before an account is created.
      const file = await open(path, 'a+', 0o600)
      try {
        const text = await file.readFile('utf8')
        const end = text.lastIndexOf('\n') + 1
        if (end < text.length) await file.truncate(Buffer.byteLength(text.slice(0, end)))
        const lines = text.slice(0, end).split('\n').slice(0, -1)
        return lines.map((line, index) => parseLine(path, line, index + 1))
      } finally {
        await file.close()
      }
    },
    append(entry) {
      // Appends entries one after another, and none after a failure.
      last = last.then(() => appendDurably(path, `${JSON.stringify(entry)}\n`))
      return last
    },
  }
}

function parseLine(path: string, line: string, number: number): JournalEntry {
  const entry = parseObject(line)
  expect(entry, `${path}, line ${number} is not an entry of a journal: repair or remove the line.`)
  return entry as unknown as JournalEntry
}

async function appendDurably(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(line)
    await file.datasync()
  } finally {
    await file.close()
  }
}
