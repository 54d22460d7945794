import { command, number, option } from '../command.ts'

export const FIGURE_COMMANDS = [
  command({
    name: 'figures show',
    about: 'Shows what waits for operators, and how many accounts were created per day',
    inputs: {
      days: option('N', 'how many days, at most 366 (default: 30)', number),
      timeZone: option('ZONE', 'time zone of the days (default: America/Sao_Paulo)'),
    },
    example: '--days 7',
    call: (client, input) => client.internal.figures.show.query(input),
  }),
]
