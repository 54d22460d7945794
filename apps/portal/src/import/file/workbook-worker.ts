import { readWorkbook } from './read-workbook.ts'

// Responds to each workbook. The page stops a worker that takes too long.
onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  postMessage(await readWorkbook(new Uint8Array(data)).catch(() => 'unreadable'))
}
