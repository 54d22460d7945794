export { type Database, type DatabaseLocation, openDatabase } from './database.ts'
