import { Command, InvalidArgumentError, Option } from 'commander'

export interface ClusterArguments {
  directory?: string
  port?: number
  instances: number
  ha?: boolean
}

export const createProgram = (run: (args: ClusterArguments) => Promise<void>): Command =>
  new Command('cluster')
    .description('Starts the whole deployment on this machine: nginx, instances of the service, PostgreSQL, Redis.')
    .addOption(
      new Option('--port <port>', 'port that nginx listens on (default: a free port)').argParser(
        wholeNumber(1, 65_535),
      ),
    )
    .addOption(new Option('--directory <folder>', 'folder of data, keys, mails and logs (default: a temporary folder)'))
    .addOption(new Option('--instances <count>', 'instances of the service').argParser(wholeNumber(1, 16)).default(2))
    .addOption(
      new Option(
        '--ha',
        'a database with a synchronous standby and automatic fail-over: Patroni, etcd and HAProxy',
      ).conflicts('directory'),
    )
    .action(run)

const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
  return number
}
