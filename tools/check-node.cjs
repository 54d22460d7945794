// Fails with one line when Node is older than package.json requires. Runs on any Node: no modern syntax, no imports of
// packages.
var required = require('../package.json').engines.node.replace('>=', '').split('.').map(Number)
var actual = process.versions.node.split('.').map(Number)
if (actual[0] < required[0] || (actual[0] === required[0] && actual[1] < required[1])) {
  console.error(
    'Node ' +
      required.join('.') +
      ' or later is required, this is ' +
      process.versions.node +
      '. Node 24 is recommended.',
  )
  process.exit(1)
}
