export { createMany } from './create-many.ts'
export type { CreateManyOptions, CreateManyProgress, CreateManyResult } from './create-many-options.ts'
export { fileJournal } from './file-journal.ts'
export type { Journal, JournalEntry } from './journal.ts'
