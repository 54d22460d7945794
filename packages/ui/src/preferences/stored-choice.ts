import { useSyncExternalStore } from 'react'
import { localChoices } from './browser-storage.ts'

/** An option that a person chose, such as the theme, stored in this browser. Components follow its changes. */
export class StoredChoice<T extends string> {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #value: T
  readonly options: readonly T[]

  constructor(key: string, options: readonly T[], fallback: T) {
    this.options = options
    this.#key = `partner-accounts.${key}`
    const stored = localChoices.getItem(this.#key)
    this.#value = options.find((option) => option === stored) ?? fallback
  }

  readonly get = (): T => this.#value

  set(value: T): void {
    this.#value = value
    localChoices.setItem(this.#key, value)
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export const useStoredChoice = <T extends string>(choice: StoredChoice<T>): T =>
  useSyncExternalStore(choice.subscribe, choice.get)
