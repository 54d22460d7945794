/** A call's place among others, kept across its retries. */
export interface Ticket {
  readonly isLow: boolean
  readonly maxWaitMs: number | undefined
  /** When the call began to wait for a slot. Rejections by the rate limit do not change it. */
  queuedAt?: number | undefined
  /** Whether the call has had a slot. If it waits again, it goes before calls of its priority that have had none. */
  wasAdmitted?: boolean
  /** Whether the call was aborted while it waited. */
  hasLeft?: boolean
  /** Number in the line where it waits. */
  number?: number
}

export interface WaitingCall {
  readonly ticket: Ticket
  readonly admit: () => void
  readonly reject: (error: unknown) => void
}

/** Calls in order of arrival. Adding, removing and reading the first take constant time on average. */
class Line {
  readonly #calls = new Map<number, WaitingCall>()
  #nextNumber = 0
  /** No waiting call has a smaller number. */
  #firstNumber = 0

  get size(): number {
    return this.#calls.size
  }

  get first(): WaitingCall | undefined {
    while (this.#firstNumber < this.#nextNumber && !this.#calls.has(this.#firstNumber)) this.#firstNumber += 1
    return this.#calls.get(this.#firstNumber)
  }

  add(call: WaitingCall): void {
    call.ticket.number = this.#nextNumber
    this.#calls.set(this.#nextNumber, call)
    this.#nextNumber += 1
  }

  countBefore({ number = this.#firstNumber }: Ticket): number {
    return number - this.#firstNumber
  }

  /** Returns whether the call was waiting. */
  remove(ticket: Ticket): boolean {
    const { number = -1 } = ticket
    // The call may join another line, where this number is another call's.
    delete ticket.number
    return this.#calls.delete(number)
  }
}

/** Calls in the order in which they are admitted. */
export class WaitingLines {
  /** In order of admission. `#lineOf` returns the index of a ticket's line. */
  readonly #lines = [new Line(), new Line(), new Line(), new Line()]

  get first(): WaitingCall | undefined {
    return this.#lines.find(({ size }) => size > 0)?.first
  }

  add(call: WaitingCall): void {
    this.#lineOf(call.ticket).add(call)
  }

  /** Returns whether the call was waiting. */
  remove(ticket: Ticket): boolean {
    return this.#lineOf(ticket).remove(ticket)
  }

  /** May be too high: calls that have left are counted, too. */
  countBefore(ticket: Ticket): number {
    const line = this.#lineOf(ticket)
    const earlierLines = this.#lines.slice(0, this.#lines.indexOf(line))
    return earlierLines.reduce((count, { size }) => count + size, line.countBefore(ticket))
  }

  /** Normal priority goes before low. Within a priority, calls that already had a slot go first. */
  #lineOf({ isLow, wasAdmitted }: Ticket): Line {
    return this.#lines[(isLow ? 2 : 0) + (wasAdmitted ? 0 : 1)]!
  }
}
