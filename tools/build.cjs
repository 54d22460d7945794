// Usage: `node tools/build.cjs [--quiet] [--filter=<package> …]`. Builds what is out of date, by default in all packages.
// Prints errors and, unless quiet, a line when the build takes a while. Like check-node.cjs, it must parse on any Node.
require('./check-node.cjs')
var path = require('path')
var spawn = require('child_process').spawn

var ANNOUNCE_AFTER_MS = 2000

var root = path.join(__dirname, '..')
var isQuiet = process.argv.indexOf('--quiet') !== -1
var filters = process.argv.slice(2).filter(function (argument) {
  return argument !== '--quiet'
})
var options = ['--output-logs=errors-only', '--log-prefix=none'].concat(filters)
var build = spawn(path.join(root, 'node_modules/.bin/turbo'), ['run', 'build'].concat(options), {
  cwd: root,
  env: Object.assign({}, process.env, { TURBO_TELEMETRY_DISABLED: '1' }),
  stdio: ['ignore', 'pipe', 'pipe'],
  // On Windows, the command is a script.
  shell: process.platform === 'win32',
})
var announcement = setTimeout(function () {
  if (!isQuiet) console.error('Building. The first build takes up to a minute, later ones only build what has changed.')
}, ANNOUNCE_AFTER_MS)

var output = []
function collect(chunk) {
  output.push(chunk)
}
build.stdout.on('data', collect)
build.stderr.on('data', collect)
build.on('error', function (error) {
  collect(Buffer.from(error.message + '\n'))
})
// turbo runs the scripts of packages with pnpm. If pnpm is not on the PATH, turbo prints one of these messages.
var MISSING_PNPM_ERROR = /cannot find binary path|Unable to find package manager binary/i
var PNPM_HINT =
  'pnpm is not on the PATH, and the build requires it. Run this command with `npx --yes pnpm@12.21.0 …`, or install pnpm ' +
  'with `npm install --global pnpm@12.21.0`.\n'

build.on('close', function (code) {
  clearTimeout(announcement)
  var text = Buffer.concat(output)
  if (code !== 0) process.stderr.write(MISSING_PNPM_ERROR.test(text.toString()) ? PNPM_HINT : text)
  process.exitCode = code === 0 ? 0 : 1
})
;['SIGINT', 'SIGTERM'].forEach(function (signal) {
  process.once(signal, function () {
    build.kill(signal)
  })
})
