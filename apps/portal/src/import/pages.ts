// One chunk, so a started batch is shown without a network.
export { BatchPage } from './batch-page.tsx'
export { ImportPage } from './import-page.tsx'
