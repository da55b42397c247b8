/** The https port of a home: the name of its certificate, its CA, and its key as a browser trusts it. */
import { createHash } from 'node:crypto'
import os from 'node:os'
import { connect } from 'node:tls'
import { until } from '../../testing/until.ts'

/** The certificate names this machine in .local. */
export const homeHost = `${os.hostname().toLowerCase().split('.')[0] ?? ''}.local`

/** address: of the same cloud by http; https opens a moment after it. */
export async function homeCa(address: string): Promise<string> {
  let ca = ''
  await until('the CA is there', async () => {
    const answer = await fetch(`${address}/trust/homeport.crt`)
    ca = await answer.text()
    return answer.ok
  })
  return ca
}

/** SHA-256 of the public key that the port serves, as a browser's list of trusted keys takes it. */
export function servedKey(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: homeHost, ca }, () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
      resolve(
        createHash('sha256')
          .update(key ?? '')
          .digest('base64'),
      )
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
