import { Command } from 'commander'
import { addCompare } from './command-line/compare.ts'
import { addCrowds } from './command-line/crowds.ts'
import { addGrowth } from './command-line/growth.ts'
import { addMemory } from './command-line/memory.ts'
import { addStart } from './command-line/start.ts'

/** The command line: what may be said, and its help. */
export function createProgram(): Command {
  const program = new Command('pnpm bench')
    .description('What the service costs, on a PostgreSQL of its own that is thrown away afterwards.')
    .showHelpAfterError('--help tells more.')
    .exitOverride()
  for (const add of [addCompare, addGrowth, addCrowds, addStart, addMemory]) add(program)
  return program.addHelpText('after', EPILOGUE)
}

const EPILOGUE = `
Contenders:
  service    the built service, in production mode
  floor      node:http, named statements, JSON by hand: the least that can answer the same
  prisma     Fastify, zod and Prisma, the way most would write it
  name=file  anything else that Node runs and answers the same: another build of the service, say

Examples:
  pnpm bench
  pnpm bench --only list,get --contenders service,floor --seconds 8
  pnpm bench --contenders service,before=../before/apps/server/dist/main.js,floor
  pnpm bench growth --sizes 10000,100000,1000000
  pnpm bench COMMAND --help

docs/benchmarks.md tells how to read what they print.
`
