import { expect, it } from 'vitest'
import { sampleWorkSchedule } from './work-schedule.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

it('sampleWorkSchedule has 44 hours from Monday to Friday, in two periods a day', () => {
  const { name, days } = sampleWorkSchedule()
  expect(name).toBe('Jornada de exemplo (44 horas)')
  expect(days.map(({ weekday }) => weekday)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
  const periods = days.flatMap((day) => day.periods)
  expect(periods).toHaveLength(10)
  const minutes = periods.reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0)
  expect(minutes).toBe(44 * 60)
})
