import { Command } from 'commander'
import { addCompare } from './command-line/compare.ts'
import { addConcurrency } from './command-line/concurrency.ts'
import { addGrowth } from './command-line/growth.ts'
import { addMemory } from './command-line/memory.ts'
import { addStart } from './command-line/start.ts'

export function createProgram(): Command {
  const program = new Command('pnpm bench')
    .description('Measures what the service costs, on temporary PostgreSQL servers.')
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride()
  for (const add of [addCompare, addGrowth, addConcurrency, addStart, addMemory]) add(program)
  return program.addHelpText('after', EPILOGUE)
}

const EPILOGUE = `
Targets:
  service    the built service, in production mode
  baseline   node:http, named statements, JSON by hand: the minimum that returns the same responses
  text-log   the service with LOG_FORMAT=text; only if it is named
  name=file  any program for Node that returns the same responses, such as another build of the service

Examples:
  pnpm bench
  pnpm bench --only list,get --targets service,baseline --seconds 8
  pnpm bench --targets service,before=../before/apps/server/dist/main.js,baseline
  pnpm bench growth --sizes 10000,100000,1000000
  pnpm bench growth --sizes 1000000 --partners 100 --citus-workers 1,2,4
  pnpm bench COMMAND --help

docs/benchmarks.md explains the results.
`
