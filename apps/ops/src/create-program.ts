import { Argument, Command as Program, Option } from 'commander'
import type { Command, Inputs } from './command.ts'
import { COMMANDS, TOPICS } from './commands.ts'
import { completionScript } from './completion.ts'

export type RunCommand = (
  command: Command,
  values: Record<string, unknown>,
  options: { asJson: boolean; isConfirmed: boolean },
) => Promise<void>

export interface Output {
  writeOutput: (text: string) => void
  writeError: (text: string) => void
}

export function createProgram(runCommand: RunCommand, { writeOutput, writeError }: Output, version: string): Program {
  const program = new Program('pnpm ops')
    .description('Manages partners, their users and accounts, and mails of the running service.')
    .option('--json', 'print exactly one JSON value')
    .version(version, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: writeOutput, writeErr: writeError })
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride()
  const groups = new Map<string, Program>()
  for (const [topic, abouts] of Object.entries(TOPICS)) {
    program.commandsGroup(`${topic}:`)
    for (const [name, about] of Object.entries(abouts)) groups.set(name, addGroup(program, name, about))
  }
  for (const command of COMMANDS) {
    const words = command.name.split(' ')
    const verb = words.at(-1) ?? ''
    const group = words.length > 1 ? groups.get(words[0] ?? '') : undefined
    addCommand(group ?? program, verb, command, runCommand)
  }
  program
    .command('completion')
    .summary('Prints a script that completes commands and options in bash and zsh')
    .description('Prints a script that completes commands and options in bash and zsh.')
    .addHelpText('after', COMPLETION_EXAMPLE)
    .action(() => writeOutput(completionScript(program)))
  return program.addHelpText('after', EPILOGUE)
}

const exampleOf = ({ name, example }: Command) => `\nExample:\n  pnpm ops ${name} ${example}`

const COMPLETION_EXAMPLE = `
Example:
  eval "$(pnpm ops completion)" && alias ops='pnpm ops'

zsh: run autoload -U +X bashcompinit && bashcompinit before.`

const EPILOGUE = `
Example:
  pnpm ops partner create --name 'Revenda Estrela'

Settings:
  OPS_URL           URL of the service (default: http://127.0.0.1:$PORT, with PORT 3000 if unset)
  INTERNAL_API_KEY  key of the service (default: the key in DATA_DIR, or in .data if unset)
`

/** Adds a command group. Its summary lists its commands, so the program's help names every command. */
function addGroup(program: Program, name: string, about: string): Program {
  const commands = COMMANDS.filter((command) => command.name.startsWith(`${name} `))
  const verbs = commands.map((command) => command.name.slice(name.length + 1))
  return program
    .command(name)
    .description(`${about}.`)
    .summary(`${about}: ${verbs.join(', ')}`)
    .addHelpText('after', commands.slice(0, 1).map(exampleOf).join(''))
}

function addCommand(group: Program, verb: string, command: Command, runCommand: RunCommand): void {
  const program = group.command(verb).summary(command.about).description(`${command.about}.`)
  addInputs(program, command.inputs)
  if (command.isIrreversible) program.option('--yes', 'do not ask for confirmation on a terminal')
  program.addHelpText('after', exampleOf(command))
  program.action(async () => {
    const { json, yes, ...options } = program.optsWithGlobals()
    const values = { ...argumentsOf(program), ...options }
    requireExactlyOne(program, values, command)
    await runCommand(command, values, { asJson: json === true, isConfirmed: yes === true })
  })
}

/** `percentOff` → `--percent-off` */
const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function addInputs(program: Program, inputs: Inputs): void {
  for (const [name, { form, placeholder, about, required, parse, choices }] of Object.entries(inputs)) {
    if (form === 'argument')
      program.addArgument(new Argument(required ? `<${name}>` : `[${name}]`, about).argParser(parse))
    else if (form === 'flag') program.addOption(new Option(flagOf(name), about))
    else {
      const option = new Option(`${flagOf(name)} <${placeholder}>`, about).argParser(parse)
      if (choices) option.choices(choices)
      option.makeOptionMandatory(required)
      program.addOption(option)
    }
  }
}

function requireExactlyOne(program: Program, values: Record<string, unknown>, { exactlyOneOf, inputs }: Command): void {
  const names: readonly string[] = exactlyOneOf ?? []
  const given = names.filter((name) => values[name] !== undefined)
  if (names.length > 0 && given.length !== 1) {
    const shown = names.map((name) => (inputs[name]?.form === 'argument' ? name : flagOf(name)))
    program.error(`error: specify exactly one of ${shown.join(' and ')}`)
  }
}

const argumentsOf = ({ registeredArguments, processedArgs }: Program) =>
  Object.fromEntries(registeredArguments.map((argument, index) => [argument.name(), processedArgs[index] as unknown]))
