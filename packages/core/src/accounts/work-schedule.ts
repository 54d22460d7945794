export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Local time, `HH:MM`. */
export interface WorkPeriod {
  start: string
  end: string
}

export interface WorkDay {
  weekday: Weekday
  periods: readonly WorkPeriod[]
}

/** Unlisted days are free. */
export interface WorkSchedule {
  name: string
  days: readonly WorkDay[]
}

/** Returns the sample of new accounts: 44 hours from Monday to Friday, Brazil's legal maximum. */
export const sampleWorkSchedule = (): WorkSchedule => ({
  name: 'Jornada de exemplo (44 horas)',
  days: WEEKDAYS.slice(0, 5).map((weekday) => ({
    weekday,
    periods: [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:48' },
    ],
  })),
})
