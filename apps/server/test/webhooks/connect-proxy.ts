import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** Starts an HTTP proxy that opens tunnels, or rejects them with a `status` other than 200. */
export async function startConnectProxy(status = 200) {
  const requests: { target: string | undefined; authorization: string | undefined }[] = []
  const server = createServer().on('connect', ({ url, headers }, client) => {
    requests.push({ target: url, authorization: headers['proxy-authorization'] })
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} Rejected\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const { hostname, port } = new URL(`http://${url}`)
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { authority, requests, close: () => server.close() }
}
