import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'

/** `silent` leaves queries without a response. */
export type NameRecord = readonly string[] | 'silent'

export interface NameServer {
  /** Address and port, as `dns.Resolver` takes them. */
  address: string
  /** The name of each query, in order. A name appears once for each A query, AAAA query and repetition. */
  queries: string[]
  stop(): Promise<void>
}

/** The response code for a name that does not exist. */
const NXDOMAIN = 3

/**
 * Starts a DNS server on UDP.
 *
 * @param find returns a name's addresses; `undefined` if the name does not exist
 */
export async function startNameServer(
  find: (name: string) => NameRecord | undefined,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<NameServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, client) => {
    const { id, questions = [] } = packet.decode(message)
    const [question] = questions
    if (!question) return
    const { name, type } = question
    queries.push(name)
    const record = find(name)
    if (record === 'silent') return
    // Only IPv6 addresses contain colons.
    const hasType = (address: string) => type === (address.includes(':') ? 'AAAA' : 'A')
    const found = (record ?? []).filter(hasType).map((data) => ({ type: type as 'A' | 'AAAA', name, ttl: 60, data }))
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (record ? 0 : NXDOMAIN)
    socket.send(
      packet.encode({ type: 'response', id: id ?? 0, flags, questions, answers: found }),
      client.port,
      client.address,
    )
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return {
    address: `${host}:${socket.address().port}`,
    queries,
    stop: () => new Promise((resolve) => socket.close(resolve)),
  }
}
