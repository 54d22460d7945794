import { statSync } from 'node:fs'

// Node 20 imports packages under the path of their symbolic link, and with it a second time, while the file that it inspected
// last is a socket or a pipe. The folder of a server that a test deletes may end with one.
statSync(import.meta.dirname)
