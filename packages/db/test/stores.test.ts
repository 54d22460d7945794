import { databasesOfThisFile } from './opened-databases.ts'
import { storeContracts } from './store-contracts.ts'

const { openMigrated } = databasesOfThisFile()

storeContracts('the embedded PostgreSQL', () => openMigrated({ directory: undefined }))
