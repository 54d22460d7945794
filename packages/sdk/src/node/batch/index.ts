export { createMany, type CreateManyOptions, type CreateManyProgress, type CreateManyResult } from './create-many.ts'
export { fileJournal } from './file-journal.ts'
export type { Journal, JournalEntry } from './journal.ts'
