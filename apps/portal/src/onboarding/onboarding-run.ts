import { useSyncExternalStore } from 'react'
import { isField, toBody } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-words.ts'
import { createWords } from '../accounts/create-words.ts'
import { client, sessionKeeper } from '../service/clients.ts'
import { CODES, type Failure, failureOf } from '../service/failure.ts'
import { latestRateUse } from '../service/rate-use.ts'
import { localeChoice } from '../preferences/locale.ts'
import type { Batch, BatchRow, RowState } from './batch.ts'
import { batchStore } from './batch-store.ts'
import { runBatch, type RunState } from './run-batch.ts'

/** The batch of whoever is signed in: `undefined` until it is looked up, `null` when there is none. */
export interface Onboarding {
  batch: Batch | null | undefined
  run: RunState
}

const NOTHING: Onboarding = { batch: undefined, run: { kind: 'paused' } }

/** Outlives the page, so that one may look elsewhere while it runs; what it does outlives the tab. */
class OnboardingRun {
  readonly #listeners = new Set<() => void>()
  #state = NOTHING
  #abort = new AbortController()

  readonly state = (): Onboarding => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async open(userId: string): Promise<void> {
    if (this.#state.batch?.userId === userId) return
    this.#become({ ...NOTHING, batch: await batchStore.read(userId) })
  }

  async start(batch: Batch): Promise<void> {
    await batchStore.add(batch)
    this.#become({ batch, run: { kind: 'paused' } })
    await this.resume()
  }

  readonly pause = (): void => {
    this.#abort.abort()
  }

  readonly resume = async (): Promise<void> => {
    const { batch, run } = this.#state
    if (!batch || isUnderWay(run)) return
    this.#abort = new AbortController()
    const work = () => this.#run(batch)
    // One tab at a time; where browsers lack locks, keys of rows still keep any from being doubled.
    const lock = navigator.locks as LockManager | undefined
    await (lock ? lock.request(`onboarding ${batch.userId}`, { ifAvailable: true }, (held) => held && work()) : work())
  }

  async remove(): Promise<void> {
    const { batch } = this.#state
    this.pause()
    if (batch) await batchStore.remove(batch.userId)
    this.#become({ ...NOTHING, batch: null })
  }

  readonly forget = (): void => {
    this.pause()
    this.#become(NOTHING)
  }

  #run({ userId, rows }: Batch): Promise<void> {
    const { signal } = this.#abort
    return runBatch(rows, {
      create,
      failureOf,
      rateUse: latestRateUse,
      describe: describeRefusal,
      keep: (row) => this.#keep(userId, row),
      onState: (run) => this.#become({ ...this.#state, run }),
      wait,
      signal,
    })
  }

  async #keep(userId: string, row: BatchRow): Promise<void> {
    await batchStore.keep(userId, row)
    const { batch } = this.#state
    if (batch?.userId !== userId) return
    this.#become({ ...this.#state, batch: { ...batch, rows: batch.rows.with(row.index, row) } })
  }

  #become(state: Onboarding): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

export const isUnderWay = ({ kind }: RunState): boolean => ['creating', 'pacing', 'unreachable'].includes(kind)

export const onboardingRun = new OnboardingRun()
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().kind === 'signed-out') onboardingRun.forget()
})

export const useOnboarding = (): Onboarding => useSyncExternalStore(onboardingRun.subscribe, onboardingRun.state)

async function create({ draft, key }: BatchRow): Promise<Extract<RowState, { kind: 'created' }>> {
  const { _id, api_token, secret } = await client.accounts.create.mutate(toBody(draft), {
    context: { idempotencyKey: key },
  })
  return { kind: 'created', id: _id, apiToken: api_token ?? '', secret: secret ?? '' }
}

function describeRefusal({ code, fields, uiMessage }: Failure): string {
  const locale = localeChoice.get()
  if (code === CODES.emailTaken) return createWords[locale].emailTaken
  const told = Object.entries(fields ?? {}).map(
    ([field, messages]) => `${isField(field) ? fieldLabels[locale][field] : field}: ${messages.join(' ')}`,
  )
  return told.join(' ') || (uiMessage ?? '')
}

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
