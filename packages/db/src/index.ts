export { type Database, type DatabaseLocation, openDatabase } from './database.ts'
export type { ObserveStatement } from './driver/connections.ts'
export { DatabaseStartError } from './driver/start-error.ts'
export { hostUrls, SERVER_DEFAULTS } from './driver/open-server-pool.ts'
