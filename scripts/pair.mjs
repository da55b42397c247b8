/** `npm run -s pair`: prints the box's serial and a current pairing code as JSON, from the station's socket; waits a minute for a box that is starting, and says so. */
import net from 'node:net'
import path from 'node:path'
import { root } from './runtime.mjs'

const socket = path.join(path.resolve(root, process.env.HOMEPORT_DATA || 'data'), 'station', 'pair.sock')
const until = Date.now() + 60_000
setTimeout(() => console.error('Waiting for the box …'), 3_000).unref()
readPairingCode()

function readPairingCode() {
  let output = ''
  const connection = net.connect(socket)
  connection.setEncoding('utf8')
  connection.on('data', (chunk) => (output += chunk))
  connection.on('error', (error) => {
    if (Date.now() < until) return setTimeout(readPairingCode, 300)
    console.error(
      error.code === 'EACCES'
        ? 'Only the user who runs the box may ask for its pairing code: run this as that user.'
        : 'The box is not running. Start it with `npm start`, then try again.',
    )
    process.exitCode = 1
  })
  connection.on('end', () => console.log(output.trim()))
}
