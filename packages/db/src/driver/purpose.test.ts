import { expect, it } from 'vitest'
import { purposeOf } from './connections.ts'

it.each([
  ['read', 'SELECT 1'],
  ['read', '/* page */ \n SELECT 1'],
  ['read', '/* search */ WITH hits AS (SELECT updated_at FROM accounts) SELECT * FROM hits'],
  ['read', 'show transaction_read_only'],
  ['change', '/* insert */ WITH permit AS (SELECT 1) INSERT INTO accounts DEFAULT VALUES'],
  ['change', 'WITH gone AS (DELETE FROM mails RETURNING id) SELECT * FROM gone'],
  ['change', 'UPDATE partners SET name = name'],
  ['change', ''],
])('a %s: %s', (purpose, text) => {
  expect(purposeOf(text)).toBe(purpose)
})
