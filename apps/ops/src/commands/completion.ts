import { type Command, command, PlainText } from '../command.ts'
import { completionScript, SHELLS } from '../completion-scripts.ts'

/** Where each shell reads the script at its start. */
const FILES = { bash: '~/.bashrc', zsh: '~/.zshrc', fish: '~/.config/fish/config.fish' } as const

/** Declares the commands that print scripts which complete all commands, these ones too. */
export function completionCommands(others: readonly Command[], groups: Readonly<Record<string, string>>): Command[] {
  const commands: Command[] = SHELLS.map((shell) =>
    command({
      name: `completion ${shell}`,
      about: `Prints a script with which ${shell} completes these commands`,
      inputs: {},
      example: '',
      note: `Append it to ${FILES[shell]}: pnpm ops completion ${shell} >> ${FILES[shell]}`,
      withoutKey: true,
      call: () => Promise.resolve(new PlainText(completionScript(shell, [...others, ...commands], groups))),
    }),
  )
  return commands
}
