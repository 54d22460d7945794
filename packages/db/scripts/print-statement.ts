// Prints the text of a statement, with its named parameters. Without a name: lists all statements.
import '../src/index.ts'
import { declaredStatements } from '../src/sql/statement.ts'

const [name = ''] = process.argv.slice(2)
const declared = declaredStatements.get(name)
if (!declared && name !== '') {
  console.error(`There is no statement ${name}. These exist:`)
  process.exitCode = 1
}
console.log(declared?.definition.text ?? [...declaredStatements.keys()].sort().join('\n'))
