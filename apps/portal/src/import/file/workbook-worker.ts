import { readWorkbook } from './read-workbook.ts'

/** The page stops a slow worker. */
onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  postMessage(await readWorkbook(new Uint8Array(data)).catch(() => 'unreadable'))
}
