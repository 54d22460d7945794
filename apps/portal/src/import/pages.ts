// Both pages are in one chunk, so that a batch that was just started is shown even without a network.
export { BatchPage } from './batch-page.tsx'
export { ImportPage } from './import-page.tsx'
