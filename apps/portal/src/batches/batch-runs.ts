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
  /** The browser could not store or read a row. Rows whose outcome is not stored stay waiting. */
  | { kind: 'not-stored' }

/** Why batches cannot be stored. `insecure`: the page was opened without HTTPS, which encryption requires. */
export type Unavailable = 'insecure' | 'storage'

export interface BatchesState {
  userId: string | undefined
  /** Newest first; `undefined` until read. */
  batches: readonly Batch[] | undefined
  /** Rows that were read, by batch id. */
  rows: ReadonlyMap<string, readonly BatchRow[]>
  /** States of runs, by batch id. */
  runs: ReadonlyMap<string, BatchRunState>
  unavailable: Unavailable | undefined
}

/** What a tab broadcasts to the other tabs. */
interface ChangeMessage {
  userId: string
  batchId: string
  /** The row that changed. `undefined`: the batch itself changed. */
  index?: number
}

const NOTHING: BatchesState = {
  userId: undefined,
  batches: undefined,
  rows: new Map(),
  runs: new Map(),
  unavailable: undefined,
}

/** Runs batches in the background. Broadcasts each change, so that other tabs read it from the store. */
class BatchRuns {
  readonly #listeners = new Set<() => void>()
  /** Controllers of the batches that this tab runs or has queued, by batch id. */
  readonly #controllers = new Map<string, AbortController>()
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

  /** Reads a user's batches, and resumes those that were interrupted. */
  async open(userId: string): Promise<void> {
    if (this.#state.userId === userId) return
    if (!isSecureContext) return this.#setState({ ...NOTHING, userId, unavailable: 'insecure' })
    this.#setState({ ...NOTHING, userId })
    try {
      await openDatabase()
      const batches = await this.#refresh(userId)
      // Resumes the oldest batch first.
      for (const { id } of [...batches].reverse()) void this.#resumeInterrupted(id)
    } catch (error) {
      console.warn(error)
      this.#setState({ ...this.#state, unavailable: 'storage' })
    }
  }

  /** Reads the rows of a batch. */
  async load(batch: Batch): Promise<void> {
    if (this.#state.rows.has(batch.id)) return
    const rows = await batchStore.rows(batch)
    if (!this.#state.rows.has(batch.id)) this.#setRows(batch.id, rows)
  }

  /**
   * Creates batches of the rows, several for a long file, and runs them in order.
   *
   * @param file name of the file, and id of the unfinished import
   * @returns the id of the first batch
   */
  async start(userId: string, file: { id: string; fileName: string }, newRows: readonly NewRow[]): Promise<string> {
    const count = Math.ceil(newRows.length / MAX_BATCH_ROWS)
    const newBatches = Array.from({ length: count }, (_, part) => {
      const fileName = count === 1 ? file.fileName : `${file.fileName} (${part + 1}/${count})`
      const rows = newRows.slice(part * MAX_BATCH_ROWS, (part + 1) * MAX_BATCH_ROWS)
      return newBatch(userId, { ...file, fileName }, rows)
    })
    await batchStore.add(userId, newBatches)
    for (const { batch, rows } of newBatches) this.#setRows(batch.id, rows)
    await this.#refresh(userId)
    for (const { batch } of newBatches) void this.resume(batch)
    return newBatches[0]?.batch.id ?? ''
  }

  readonly pause = (batchId: string): void => {
    this.#controllers.get(batchId)?.abort()
    void batchStore.noteRunning(batchId, { isRunning: false })
  }

  async resume(batch: Batch): Promise<void> {
    if (this.#controllers.has(batch.id)) return
    const controller = new AbortController()
    this.#controllers.set(batch.id, controller)
    let isElsewhere = false
    try {
      await batchStore.noteRunning(batch.id, { isRunning: true })
      const hasLock = await withBatchLock(batch, {
        signal: controller.signal,
        onQueued: () => this.#setRun(batch.id, { kind: 'queued' }),
        work: () => this.#run(batch, controller.signal),
      })
      isElsewhere = !hasLock
    } catch (error) {
      if (!controller.signal.aborted) console.warn(error)
      this.#setRun(batch.id, { kind: controller.signal.aborted ? 'paused' : 'not-stored' })
    } finally {
      this.#controllers.delete(batch.id)
    }
    if (isElsewhere) await this.#watchOtherTab(batch.id)
  }

  /** @param created number of created accounts whose secrets were downloaded */
  async noteDownload(batch: Batch, created: number): Promise<void> {
    await batchStore.noteDownload(batch, created)
    await this.#announceAndRefresh(batch)
  }

  async remove(batch: Batch): Promise<void> {
    await batchStore.remove(batch)
    await this.#announceAndRefresh(batch)
  }

  /** Stops all batches and forgets the user. What is stored remains. */
  readonly forget = (): void => {
    for (const controller of this.#controllers.values()) controller.abort()
    this.#setState(NOTHING)
  }

  async #run(batch: Batch, signal: AbortSignal): Promise<void> {
    this.#announce(batch)
    // Another tab may have changed the rows before this tab got the lock.
    const rows = await batchStore.rows(batch)
    this.#setRows(batch.id, rows)
    await runBatch(rows, {
      create: createRow,
      failureOf,
      rateUse: latestRateUse,
      describe: describeRejection,
      storeRow: (row) => this.#storeRow(batch, row),
      onState: (run) => this.#setRun(batch.id, run),
      wait,
      now: Date.now,
      signal,
    })
    if (signal.aborted) return
    await batchStore.noteRunning(batch.id, { isRunning: false })
    const ended = (await batchStore.list(batch.userId)).find(({ id }) => id === batch.id)
    if (ended) notifyEnd(ended)
  }

  /** Resumes a batch whose tab was closed, unless it has rows whose lost response can no longer be replayed. */
  async #resumeInterrupted(batchId: string): Promise<void> {
    const { userId } = this.#state
    if (userId === undefined || this.#controllers.has(batchId)) return
    const batch = (await batchStore.list(userId)).find(({ id }) => id === batchId)
    if (!batch?.isRunning || batch.counts.waiting === 0) return
    const late = lateRows(await batchStore.rows(batch), Date.now())
    if (late.length === 0) await this.resume(batch)
  }

  /** Stores a changed row, and shows it in this and other tabs. */
  async #storeRow(batch: Batch, row: BatchRow): Promise<void> {
    const changedBatch = await batchStore.storeRow(batch, row)
    if (!changedBatch || this.#state.userId !== batch.userId) return
    this.#setRow(batch.id, row)
    const batches = this.#state.batches?.map((other) => (other.id === changedBatch.id ? changedBatch : other))
    this.#setState({ ...this.#state, batches })
    this.#announce(batch, row.index)
  }

  async #announceAndRefresh(batch: Batch): Promise<void> {
    this.#announce(batch)
    await this.#refresh(batch.userId)
  }

  /** @param index of the changed row, if only one changed */
  #announce({ id, userId }: Batch, index?: number): void {
    const message: ChangeMessage = { userId, batchId: id, ...(index !== undefined && { index }) }
    this.#channel.postMessage(message)
  }

  /** Shows what another tab has changed. */
  async #onChange({ userId, batchId, index }: ChangeMessage): Promise<void> {
    if (userId !== this.#state.userId || this.#state.batches === undefined) return
    const batches = await this.#refresh(userId)
    const batch = batches.find(({ id }) => id === batchId)
    if (!batch || index === undefined || !this.#state.rows.has(batchId)) return
    const row = await batchStore.row(batch, index)
    if (row) this.#setRow(batchId, row)
  }

  /** Reads the user's batches again, and watches those that other tabs run. */
  async #refresh(userId: string): Promise<readonly Batch[]> {
    const batches = await batchStore.list(userId)
    if (this.#state.userId !== userId) return batches
    this.#setState({ ...this.#state, batches, unavailable: undefined })
    for (const { id, counts } of batches) if (counts.waiting > 0) void this.#watchOtherTab(id)
    return batches
  }

  /** Shows whether another tab runs the batch. When that tab stops, resumes the batch if the tab was closed. */
  async #watchOtherTab(batchId: string): Promise<void> {
    const isWatched = this.#state.runs.get(batchId)?.kind === 'elsewhere'
    if (isWatched || this.#controllers.has(batchId) || !(await isBatchLocked(batchId))) return
    this.#setRun(batchId, { kind: 'elsewhere' })
    await whenUnlocked(batchId)
    if (this.#state.runs.get(batchId)?.kind !== 'elsewhere') return
    this.#setRun(batchId, { kind: 'paused' })
    await this.#resumeInterrupted(batchId)
  }

  #setRow(batchId: string, row: BatchRow): void {
    const rows = this.#state.rows.get(batchId)
    if (!rows) return
    const changed = rows.map((other) => (other.index === row.index ? row : other))
    this.#setRows(batchId, changed)
  }

  #setRows(batchId: string, rows: readonly BatchRow[]): void {
    this.#setState({ ...this.#state, rows: new Map(this.#state.rows).set(batchId, rows) })
  }

  #setRun(batchId: string, run: BatchRunState): void {
    this.#setState({ ...this.#state, runs: new Map(this.#state.runs).set(batchId, run) })
  }

  #setState(state: BatchesState): void {
    this.#state = state
    const running = state.batches?.filter(({ id }) => isRunningInAnyTab(state.runs.get(id)))
    importProgress.set(running && percentDone(running))
    for (const listener of this.#listeners) listener()
  }
}

/** Returns whether this tab runs the batch, or has queued it. */
export const isRunningHere = (run: BatchRunState | undefined): boolean =>
  run !== undefined && ['creating', 'limited', 'unreachable', 'queued'].includes(run.kind)

/** Returns whether this tab or another runs the batch. */
export const isRunningInAnyTab = (run: BatchRunState | undefined): boolean =>
  isRunningHere(run) || run?.kind === 'elsewhere'

export const batchRuns = new BatchRuns()
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().kind === 'signed-out') batchRuns.forget()
})

export const useBatchRuns = (): BatchesState => useSyncExternalStore(batchRuns.subscribe, batchRuns.state)

/** Resolves after the time, or when the signal aborts. */
const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
