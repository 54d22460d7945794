import * as z from 'zod'

/** IsoDateTimeTzModel (2.1). */
export const dateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-][0-2]\d:[0-5]\d$/)
  .meta({
    id: 'IsoDateTimeTzModel',
    description: 'ISO 8601 with an explicit numeric offset.',
    examples: ['2026-03-05T14:07:31+00:00'],
  })

/** UTC, in whole seconds. */
export const formatDateTime = (moment: Date): string =>
  `${moment.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}+00:00`
