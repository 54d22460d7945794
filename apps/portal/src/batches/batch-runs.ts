import { useSyncExternalStore } from 'react'
import { sessionKeeper } from '../service/clients.ts'
import { failureOf } from '@partner-accounts/ui/failure'
import { latestRateUse } from '../service/rate-use.ts'
import { openDatabase } from './batch-database.ts'
import { isBatchLocked, whenUnlocked, withBatchLock } from './batch-locks.ts'
import { batchStore } from './batch-store.ts'
import { type Batch, type BatchRow, lateRows, MAX_BATCH_ROWS, newBatch, type NewRow, percentDone } from './batch.ts'
import { importProgress } from './import-progress.ts'
import { notifyEnd } from './notify-end.ts'
import { createRow, describeRejection } from './create-row.ts'
import { runBatch, type RunState } from './run-batch.ts'

export type BatchRunState =
  | RunState
  | { kind: 'queued' }
  /** Another tab runs it. */
  | { kind: 'elsewhere' }

export type Unavailable =
  /** Encryption requires HTTPS. */
  'insecure' | 'storage'

export interface BatchesState {
  userId: string | undefined
  /** Newest first; `undefined` until read. */
  batches: readonly Batch[] | undefined
  rows: ReadonlyMap<string, readonly BatchRow[]>
  runs: ReadonlyMap<string, BatchRunState>
  unavailable: Unavailable | undefined
}

interface ChangeMessage {
  userId: string
  batchId: string
  /** `undefined` when the batch itself changed. */
  index?: number
}

const NOTHING: BatchesState = {
  userId: undefined,
  batches: undefined,
  rows: new Map(),
  runs: new Map(),
  unavailable: undefined,
}

/** Runs batches in the background. Other tabs follow through the store and a broadcast channel. */
class BatchRuns {
  readonly #listeners = new Set<() => void>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #channel = new BroadcastChannel('partner-accounts.batches')
  #state = NOTHING

  constructor() {
    this.#channel.onmessage = ({ data }) => void this.#onChange(data as ChangeMessage)
  }

  readonly state = (): BatchesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async open(userId: string): Promise<void> {
    if (this.#state.userId === userId) return
    if (!isSecureContext) return this.#become({ ...NOTHING, userId, unavailable: 'insecure' })
    this.#become({ ...NOTHING, userId })
    try {
      await openDatabase()
      const batches = await this.#refresh(userId)
      for (const { id } of [...batches].reverse()) void this.#continue(id)
    } catch (error) {
      console.warn(error)
      this.#become({ ...this.#state, unavailable: 'storage' })
    }
  }

  async load(batch: Batch): Promise<void> {
    if (this.#state.rows.has(batch.id)) return
    const rows = await batchStore.rows(batch)
    if (!this.#state.rows.has(batch.id)) this.#setRows(batch.id, rows)
  }

  /** Splits long files; the batches run in order. @returns the first batch's id */
  async start(userId: string, file: { id: string; fileName: string }, newRows: readonly NewRow[]): Promise<string> {
    const count = Math.ceil(newRows.length / MAX_BATCH_ROWS)
    const started = Array.from({ length: count }, (_, part) => {
      const fileName = count === 1 ? file.fileName : `${file.fileName} (${part + 1}/${count})`
      const rows = newRows.slice(part * MAX_BATCH_ROWS, (part + 1) * MAX_BATCH_ROWS)
      return newBatch(userId, { ...file, fileName }, rows)
    })
    for (const [batch, rows] of started) {
      await batchStore.add(batch, rows)
      this.#setRows(batch.id, rows)
    }
    await this.#refresh(userId)
    for (const [batch] of started) void this.resume(batch)
    return started[0]?.[0].id ?? ''
  }

  readonly pause = (batchId: string): void => {
    this.#aborts.get(batchId)?.abort()
    void batchStore.noteRunning(batchId, false)
  }

  async resume(batch: Batch): Promise<void> {
    if (this.#aborts.has(batch.id)) return
    const abort = new AbortController()
    this.#aborts.set(batch.id, abort)
    try {
      await batchStore.noteRunning(batch.id, true)
      const isOurs = await withBatchLock(
        batch,
        abort.signal,
        () => this.#setRun(batch.id, { kind: 'queued' }),
        () => this.#run(batch, abort.signal),
      )
      if (!isOurs) await this.#follow(batch.id)
    } catch (error) {
      if (!abort.signal.aborted) throw error
      this.#setRun(batch.id, { kind: 'paused' })
    } finally {
      this.#aborts.delete(batch.id)
    }
  }

  async noteDownload(batch: Batch, created: number): Promise<void> {
    await batchStore.noteDownload(batch, created)
    await this.#changed(batch)
  }

  async remove(batch: Batch): Promise<void> {
    await batchStore.remove(batch)
    await this.#changed(batch)
  }

  readonly forget = (): void => {
    for (const abort of this.#aborts.values()) abort.abort()
    this.#become(NOTHING)
  }

  async #run(batch: Batch, signal: AbortSignal): Promise<void> {
    this.#announce(batch)
    // Another tab may have run it until now.
    const rows = await batchStore.rows(batch)
    this.#setRows(batch.id, rows)
    await runBatch(rows, {
      create: createRow,
      failureOf,
      rateUse: latestRateUse,
      describe: describeRejection,
      keep: (row) => this.#keep(batch, row),
      onState: (run) => this.#setRun(batch.id, run),
      wait,
      now: Date.now,
      signal,
    })
    if (signal.aborted) return
    await batchStore.noteRunning(batch.id, false)
    const ended = (await batchStore.list(batch.userId)).find(({ id }) => id === batch.id)
    if (ended) notifyEnd(ended)
  }

  /** Resumes after its tab was closed, unless a lost response is too old for a replay. */
  async #continue(batchId: string): Promise<void> {
    const { userId } = this.#state
    if (userId === undefined || this.#aborts.has(batchId)) return
    const batch = (await batchStore.list(userId)).find(({ id }) => id === batchId)
    if (!batch?.isRunning || batch.counts.waiting === 0) return
    if (lateRows(await batchStore.rows(batch), Date.now()).length === 0) await this.resume(batch)
  }

  async #keep(batch: Batch, row: BatchRow): Promise<void> {
    const kept = await batchStore.keep(batch, row)
    if (!kept || this.#state.userId !== batch.userId) return
    this.#setRow(batch.id, row)
    const batches = this.#state.batches?.map((other) => (other.id === kept.id ? kept : other))
    this.#become({ ...this.#state, batches })
    this.#announce(batch, row.index)
  }

  async #changed(batch: Batch): Promise<void> {
    this.#announce(batch)
    await this.#refresh(batch.userId)
  }

  #announce({ id, userId }: Batch, index?: number): void {
    const message: ChangeMessage = { userId, batchId: id, ...(index !== undefined && { index }) }
    this.#channel.postMessage(message)
  }

  async #onChange({ userId, batchId, index }: ChangeMessage): Promise<void> {
    if (userId !== this.#state.userId || this.#state.batches === undefined) return
    const batches = await this.#refresh(userId)
    const batch = batches.find(({ id }) => id === batchId)
    if (!batch || index === undefined || !this.#state.rows.has(batchId)) return
    const row = await batchStore.row(batch, index)
    if (row) this.#setRow(batchId, row)
  }

  async #refresh(userId: string): Promise<readonly Batch[]> {
    const batches = await batchStore.list(userId)
    if (this.#state.userId !== userId) return batches
    this.#become({ ...this.#state, batches, unavailable: undefined })
    for (const { id, counts } of batches) if (counts.waiting > 0) void this.#follow(id)
    return batches
  }

  async #follow(batchId: string): Promise<void> {
    const isFollowed = this.#state.runs.get(batchId)?.kind === 'elsewhere'
    if (isFollowed || this.#aborts.has(batchId) || !(await isBatchLocked(batchId))) return
    this.#setRun(batchId, { kind: 'elsewhere' })
    await whenUnlocked(batchId)
    if (this.#state.runs.get(batchId)?.kind !== 'elsewhere') return
    this.#setRun(batchId, { kind: 'paused' })
    await this.#continue(batchId)
  }

  #setRow(batchId: string, row: BatchRow): void {
    const rows = this.#state.rows.get(batchId)
    if (rows)
      this.#setRows(
        batchId,
        rows.map((other) => (other.index === row.index ? row : other)),
      )
  }

  #setRows(batchId: string, rows: readonly BatchRow[]): void {
    this.#become({ ...this.#state, rows: new Map(this.#state.rows).set(batchId, rows) })
  }

  #setRun(batchId: string, run: BatchRunState): void {
    this.#become({ ...this.#state, runs: new Map(this.#state.runs).set(batchId, run) })
  }

  #become(state: BatchesState): void {
    this.#state = state
    const running = state.batches?.filter(
      ({ id }) => isActive(state.runs.get(id)) || state.runs.get(id)?.kind === 'elsewhere',
    )
    importProgress.set(running && percentDone(running))
    for (const listener of this.#listeners) listener()
  }
}

export const isActive = (run: BatchRunState | undefined): boolean =>
  run !== undefined && ['creating', 'limited', 'unreachable', 'queued'].includes(run.kind)

export const batchRuns = new BatchRuns()
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().kind === 'signed-out') batchRuns.forget()
})

export const useBatchRuns = (): BatchesState => useSyncExternalStore(batchRuns.subscribe, batchRuns.state)

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
